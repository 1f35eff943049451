package web_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"time"

	"fold/collapse"
	"fold/flame/web"
)

func ExampleHandler() {
	// Services hand over live.Record of sources/live instead.
	record := func(context.Context, string, time.Duration) (*collapse.Profile, error) {
		b := collapse.NewBuilder()
		samples := b.Metric(collapse.Metric{Name: "samples", Unit: "count"})
		b.Add(b.Call(collapse.Root, b.Frame(collapse.Frame{Name: "main.serve"})), samples, 5)
		return b.Profile(), nil
	}
	mux := http.NewServeMux()
	mux.Handle("/debug/flame", web.Handler(record, web.HandlerOptions{}))

	server := httptest.NewServer(mux)
	defer server.Close()
	answer, err := http.Get(server.URL + "/debug/flame?kind=cpu&view=folded")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer answer.Body.Close()
	body, _ := io.ReadAll(answer.Body)
	fmt.Print(string(body))
	// Output: main.serve 5
}
