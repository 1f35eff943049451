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

// TestClickHouse runs the queries of docs/engines.md on servers of its own, in their order, and compares the answers with
// what is right for two profiles of two hosts and nights. First one server has all, then each of two has a host.
func TestClickHouse(t *testing.T) {
	long(t)
	servers := startClickHouse(t, 2)
	dir := t.TempDir()
	writeFleet(t, "tsv", dir)
	queries := queriesOf(t, "ClickHouse")
	answers := []string{ // by hand: 1007 samples of 10 ms on the first night, 507 on the second
		"", "",
		"main.work\t15140000000\n",
		"main.main\t15140000000\nmain.work\t15140000000\n",
		"main.main;main.work\t10070000000\n",
		"main.main;main.work\t1007\t507\n",
		"2026-09-21\t100\n2026-09-22\t100\n",
		"",
	}
	if len(queries) != len(answers) {
		t.Fatalf("the page has %d queries, want %d", len(queries), len(answers))
	}
	ask := func(server, query, want string) {
		t.Helper()
		if got := askClickHouse(t, server, "", strings.NewReader(query)); got != want {
			t.Errorf("%sgot\n%swant\n%s", query, got, want)
		}
	}
	insert := func(server, table, file string) {
		t.Helper()
		f, err := os.Open(filepath.Join(dir, "fleet."+file+".tsv"))
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		if answer := askClickHouse(t, server, "INSERT INTO "+table+" FORMAT TSV", f); answer != "" {
			t.Fatal(answer)
		}
	}
	create, distribute := queries[:2], queries[len(queries)-1]
	for _, query := range create {
		ask(servers[0], query, "")
	}
	insert(servers[0], "stacks", "stacks")
	insert(servers[0], "samples", "samples")
	for i := len(create); i < len(queries)-1; i++ {
		ask(servers[0], queries[i], answers[i])
	}
	var stdout, stderr bytes.Buffer // the week of a host by its URL, as it reads
	status := run([]string{"collapse", servers[0] + "/?query=" + queries[4]}, nil, &stdout, &stderr)
	if want := "main.main;main.work 10070000000\n"; status != statusDone || stdout.String() != want || stderr.Len() > 0 {
		t.Errorf("got %d, %s%s", status, stdout.String(), stderr.String())
	}

	ask(servers[0], "TRUNCATE TABLE samples", "")
	for _, query := range create {
		ask(servers[1], query, "")
	}
	insert(servers[1], "stacks", "stacks")
	ask(servers[0], distribute, "")
	for i, host := range []string{"web-1", "web-2"} {
		rows := hostRows(t, filepath.Join(dir, "fleet.samples.tsv"), host)
		if answer := askClickHouse(t, servers[i], "INSERT INTO samples FORMAT TSV", strings.NewReader(rows)); answer != "" {
			t.Fatal(answer)
		}
	}
	for i := len(create); i < len(queries)-1; i++ {
		ask(servers[0], strings.ReplaceAll(queries[i], "FROM samples", "FROM all_samples"), answers[i])
	}
}

// queriesOf returns the queries in a section of docs/engines.md.
func queriesOf(t *testing.T, section string) (queries []string) {
	t.Helper()
	docs, err := os.ReadFile("../../docs/engines.md")
	if err != nil {
		t.Fatal(err)
	}
	_, text, _ := strings.Cut(string(docs), "\n## "+section+"\n")
	text, _, _ = strings.Cut(text, "\n## ")
	for _, block := range regexp.MustCompile("(?s)```sql\n(.*?)```").FindAllStringSubmatch(text, -1) {
		queries = append(queries, block[1])
	}
	return queries
}

// writeFleet has fold write two profiles as the tables fleet in dir.
func writeFleet(t *testing.T, to, dir string) {
	t.Helper()
	one, two := filepath.Join(dir, "1.pb.gz"), filepath.Join(dir, "2.pb.gz")
	writeProfile(t, one, keptProfile("a", 1000, func(p *pprofile.Profile) {
		p.Sample[1].Label = map[string][]string{"host": {"web-1"}}
	}))
	writeProfile(t, two, keptProfile("a", 500, func(p *pprofile.Profile) {
		p.TimeNanos += int64(24 * time.Hour)
		for _, s := range p.Sample {
			s.Label = map[string][]string{"host": {"web-2"}}
		}
	}))
	var stderr bytes.Buffer
	if status := run([]string{"convert", "--to", to, "-o", filepath.Join(dir, "fleet"), one, two}, nil, nil, &stderr); status != statusDone || stderr.Len() > 0 {
		t.Fatalf("exit status %d: %s", status, stderr.String())
	}
}

// hostRows returns the rows of a table that are of a host.
func hostRows(t *testing.T, file, host string) string {
	t.Helper()
	var rows strings.Builder
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(data)) {
		if strings.Contains(line, `"host":"`+host+`"`) {
			rows.WriteString(line)
		}
	}
	return rows.String()
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

// startClickHouse starts servers with folders of their own on the loopback, which know each other as the cluster two, and
// returns their URLs.
func startClickHouse(t *testing.T, n int) (urls []string) {
	t.Helper()
	program, err := exec.LookPath("clickhouse-server")
	if err != nil {
		t.Skip("no clickhouse-server was found")
	}
	var cluster strings.Builder
	ports := make([]int, n)
	for i := range ports {
		ports[i] = freePort(t)
		fmt.Fprintf(&cluster, "<shard><replica><host>127.0.0.1</host><port>%d</port></replica></shard>", ports[i])
	}
	for _, port := range ports {
		urls = append(urls, startServer(t, program, port, cluster.String()))
	}
	for _, url := range urls {
		awaitServer(t, url)
	}
	return urls
}

// startServer starts a server that is shut down at the end of the test.
func startServer(t *testing.T, program string, port int, cluster string) (url string) {
	t.Helper()
	dir := t.TempDir()
	httpPort := freePort(t)
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
<remote_servers><two>%[4]s</two></remote_servers>
<users_config>%[1]s/users.xml</users_config><default_profile>default</default_profile><default_database>default</default_database></yandex>`,
		dir, httpPort, port, cluster))
	command := exec.Command(program, "--config-file="+filepath.Join(dir, "config.xml"))
	command.Dir = dir
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		command.Process.Kill()
		command.Wait()
	})
	return fmt.Sprintf("http://127.0.0.1:%d", httpPort)
}

func awaitServer(t *testing.T, url string) {
	t.Helper()
	for range 600 { // a minute: the machine may be busy
		if response, err := http.Get(url); err == nil {
			response.Body.Close()
			return
		}
		time.Sleep(100 * time.Millisecond)
	}
	t.Fatal("clickhouse-server does not answer")
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
