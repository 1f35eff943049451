package main

import (
	"bytes"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	pprofile "github.com/google/pprof/profile"
)

// TestClickHouse runs the queries of docs/engines.md on a server of its own, in their order, and compares the answers
// with what is right for two profiles of two hosts and nights.
func TestClickHouse(t *testing.T) {
	long(t)
	server := startClickHouse(t)
	docs, err := os.ReadFile("../../docs/engines.md")
	if err != nil {
		t.Fatal(err)
	}
	var queries []string
	for _, block := range regexp.MustCompile("(?s)```sql\n(.*?)```").FindAllStringSubmatch(string(docs), -1) {
		queries = append(queries, block[1])
	}
	answers := []string{ // by hand: 1007 samples of 10 ms on the first night, 507 on the second
		"", "",
		"main.work\t15140000000\n",
		"main.main\t15140000000\nmain.work\t15140000000\n",
		"main.main;main.work\t10000000000\n",
		"main.main;main.work\t1007\t507\n",
		"2026-09-21\t100\n2026-09-22\t100\n",
	}
	if len(queries) != len(answers) {
		t.Fatalf("the page has %d queries, want %d", len(queries), len(answers))
	}
	for i, query := range queries {
		if i == 2 {
			fillClickHouse(t, server)
		}
		if got := askClickHouse(t, server, "", strings.NewReader(query)); got != answers[i] {
			t.Errorf("%sgot\n%swant\n%s", query, got, answers[i])
		}
	}
	var stdout, stderr bytes.Buffer // the week of a host by its URL, as it reads
	status := run([]string{"collapse", server + "/?query=" + queries[4]}, nil, &stdout, &stderr)
	if want := "main.main;main.work 10000000000\n"; status != statusDone || stdout.String() != want || stderr.Len() > 0 {
		t.Errorf("got %d, %s%s", status, stdout.String(), stderr.String())
	}
}

// fillClickHouse loads the tables that fold writes.
func fillClickHouse(t *testing.T, server string) {
	t.Helper()
	dir := t.TempDir()
	one, two := filepath.Join(dir, "1.pb.gz"), filepath.Join(dir, "2.pb.gz")
	writeProfile(t, one, keptProfile("a", 1000, func(*pprofile.Profile) {}))
	writeProfile(t, two, keptProfile("a", 500, func(p *pprofile.Profile) {
		p.TimeNanos += int64(24 * time.Hour)
		p.Sample[0].Label["host"] = []string{"web-2"}
	}))
	var stderr bytes.Buffer
	if status := run([]string{"convert", "--to", "tsv", "-o", filepath.Join(dir, "fleet"), one, two}, nil, nil, &stderr); status != statusDone || stderr.Len() > 0 {
		t.Fatalf("exit status %d: %s", status, stderr.String())
	}
	for _, table := range []string{"stacks", "samples"} {
		f, err := os.Open(filepath.Join(dir, "fleet."+table+".tsv"))
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		if answer := askClickHouse(t, server, "INSERT INTO "+table+" FORMAT TSV", f); answer != "" {
			t.Fatal(answer)
		}
	}
}

func askClickHouse(t *testing.T, server, query string, body io.Reader) string {
	t.Helper()
	response, err := http.Post(server+strings.TrimSuffix(escapeURL("/?query="+query), "?query="), "text/plain", body)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(answer)
}

// startClickHouse starts a server with a folder of its own on the loopback, and returns its URL.
func startClickHouse(t *testing.T) string {
	t.Helper()
	program, err := exec.LookPath("clickhouse-server")
	if err != nil {
		t.Skip("no clickhouse-server was found")
	}
	dir := t.TempDir()
	httpPort, tcpPort := freePort(t), freePort(t)
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("users.xml", `<yandex><profiles><default/></profiles>
<users><default><password></password><networks><ip>127.0.0.1</ip></networks><profile>default</profile><quota>default</quota></default></users>
<quotas><default/></quotas></yandex>`)
	write("config.xml", fmt.Sprintf(`<yandex><logger><level>warning</level><log>%[1]s/log</log><errorlog>%[1]s/err</errorlog></logger>
<http_port>%[2]d</http_port><tcp_port>%[3]d</tcp_port><listen_host>127.0.0.1</listen_host><timezone>UTC</timezone>
<mark_cache_size>5368709</mark_cache_size><path>%[1]s/data/</path><tmp_path>%[1]s/tmp/</tmp_path>
<users_config>%[1]s/users.xml</users_config><default_profile>default</default_profile><default_database>default</default_database></yandex>`,
		dir, httpPort, tcpPort))
	command := exec.Command(program, "--config-file="+filepath.Join(dir, "config.xml"))
	command.Dir = dir
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		command.Process.Kill()
		command.Wait()
	})
	url := fmt.Sprintf("http://127.0.0.1:%d", httpPort)
	for range 600 { // a minute: the machine may be busy
		if response, err := http.Get(url); err == nil {
			response.Body.Close()
			return url
		}
		time.Sleep(100 * time.Millisecond)
	}
	t.Fatal("clickhouse-server does not answer")
	return ""
}

func freePort(t *testing.T) int {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	return listener.Addr().(*net.TCPAddr).Port
}
