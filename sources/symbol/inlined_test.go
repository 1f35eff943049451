package symbol

import (
	"slices"
	"testing"
)

func TestSplitInlined(t *testing.T) {
	for _, test := range []struct {
		name string
		want []string
	}{
		{"Lcom/relay/Frame;::encode", []string{"Lcom/relay/Frame;::encode"}},
		{"Lcom/relay/Frame;::encode->Lcom/relay/Buf;::put->Lcom/relay/Math$1;::min", []string{"Lcom/relay/Frame;::encode", "Lcom/relay/Buf;::put", "Lcom/relay/Math$1;::min"}},
		{"La;::f([Ljava/lang/Object;)V->Lb;::<init>", []string{"La;::f([Ljava/lang/Object;)V", "Lb;::<init>"}},
		{"<core::iter::Map<I,fn(u32) -> u64> as Iterator>::fold", []string{"<core::iter::Map<I,fn(u32) -> u64> as Iterator>::fold"}},
		{"FnOnce<fn()->i32>::call_once", []string{"FnOnce<fn()->i32>::call_once"}},
		{"closure (Int) -> () in demo", []string{"closure (Int) -> () in demo"}},
		{"$erlang:'->'/2", []string{"$erlang:'->'/2"}},
		{"it's->b", []string{"it's", "b"}},
		{"A::operator->", []string{"A::operator->"}},
		{"A::operator->*", []string{"A::operator->*"}},
		{"Stub:BinaryOpStub(ADD:String*String->String)", []string{"Stub:BinaryOpStub(ADD:String*String->String)"}},
		{"RegExp:a->b[()]+", []string{"RegExp:a->b[()]+"}},
		{"LazyCompile:*a->b tool.js:9", []string{"LazyCompile:*a->b tool.js:9"}},
		{"a->", []string{"a->"}},
		{"->", []string{"->"}},
		{"", []string{""}},
	} {
		if got := SplitInlined(test.name); !slices.Equal(got, test.want) {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
	}
}
