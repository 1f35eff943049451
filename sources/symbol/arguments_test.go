package symbol

import "testing"

func TestTrimArguments(t *testing.T) {
	for _, test := range []struct{ name, want string }{
		{"foo<(some_enum)0>::bar(int, char const*) const", "foo<(some_enum)0>::bar"},
		{"(anonymous namespace)::draw(int, (anonymous namespace)::Style const&)", "(anonymous namespace)::draw"},
		{"atlas::(anonymous namespace)::clip(double)", "atlas::(anonymous namespace)::clip"},
		{"atlas::(anonymous namespace)", "atlas::(anonymous namespace)"},
		{"net/http.(*conn).serve", "net/http.(*conn).serve"},
		{"main.(*T[go.shape.string]).Add", "main.(*T[go.shape.string]).Add"},
		{"main.(*T)", "main.(*T)"},
		{"std::_Function_handler<void (int), main::{lambda(int)#1}>::_M_invoke", "std::_Function_handler<void (int), main::{lambda(int)#1}>::_M_invoke"},
		{"<fn(u32) -> u64 as Stage<(u32, u64)>>::run", "<fn(u32) -> u64 as Stage<(u32, u64)>>::run"},
		{"Pool::operator()", "Pool::operator()"},
		{"Pool::operator()(int) const&", "Pool::operator()"},
		{"operator()<weave::Row>", "operator()<weave::Row>"},
		{"operator<< <char>(std::ostream&)", "operator<< <char>"},
		{"A::operator->() const", "A::operator->"},
		{"A::operator->", "A::operator->"},
		{"A::operator<(A const&)", "A::operator<"},
		{"A::operator bool() const volatile &&", "A::operator bool"},
		{"cooperator(int)", "cooperator"},
		{"foo(int)::{lambda(int)#1}::operator()(int) const", "foo(int)::{lambda(int)#1}::operator()"},
		{"foo(int)::Local::run", "foo(int)::Local::run"},
		{"h(char)::'lambda'(int)::operator()(int) const", "h(char)::'lambda'(int)::operator()"},
		{"decltype(auto) visit<int>(int)", "decltype(auto) visit<int>"},
		{"grow(int) [clone .constprop.0] [clone .cold]", "grow"},
		{"grow(int) (.cold)", "grow"},
		{"grow (.cold)", "grow (.cold)"},
		{"make[abi:cxx11](int)", "make[abi:cxx11]"},
		{"void [System.Private.CoreLib] System.Foo::Bar(int32)[OptimizedTier1]", "void [System.Private.CoreLib] System.Foo::Bar"},
		{"f(int) constant", "f(int) constant"},
		{"Lorg/acme/Box:.<init>(Ljava/lang/reflect/Method:)V", "Lorg/acme/Box:.<init>"},
		{"Lorg/acme/Box;::put(I[Ljava/lang/Object;)Z", "Lorg/acme/Box;::put"},
		{"block (2 levels) in A#b@x.rb:1", "block (2 levels) in A#b@x.rb:1"},
		{"closure #1 (Int) -> () in demo.Foo.bar(baz: Int) -> Bool", "closure #1 (Int) -> () in demo.Foo.bar(baz: Int) -> Bool"},
		{"std.conv.to!(int)", "std.conv.to!(int)"},
		{"std.conv.to!(int).to(string)", "std.conv.to!(int).to"},
		{"Stub:BinaryOpStub(ADD:String*String->String)", "Stub:BinaryOpStub"},
		{"org/acme/Ctx:.fire(Ljava/lang/Object:)Lio/netty/chann", "org/acme/Ctx:.fire"},
		{"org/acme/Ctx:.fire(Ljava/lang/Object:)Lio/netty", "org/acme/Ctx:.fire"},
		{"(all of it)", "(all of it)"},
		{"cut (off", "cut"},
		{"foo(int)::{lambda(", "foo(int)::{lambda("},
		{"", ""},
	} {
		if got := TrimArguments(test.name); got != test.want {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
	}
}
