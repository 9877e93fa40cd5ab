// Command notices prints the licences and notices of everything that is linked into the program: Go's own library
// and each module. `go generate ./packaging` writes them to packaging/NOTICES, which the package installs.
package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// program is what is installed.
const program = "jantaku/cmd/jantaku"

// module is one that is linked, as `go list` tells it.
type module struct{ path, version, folder string }

// notice names the files in which modules say under which terms they may be passed on.
var notice = regexp.MustCompile(`(?i)^(licen[sc]e|copying|notice|patents)([.-].*)?$`)

func main() {
	if err := run(os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "notices:", err)
		os.Exit(1)
	}
}

func run(out io.Writer) error {
	modules, err := linked()
	if err != nil {
		return err
	}
	return write(out, modules)
}

// linked lists the modules of the program, Go's own library first.
func linked() ([]module, error) {
	root, err := output("env", "GOROOT")
	if err != nil {
		return nil, err
	}
	list, err := output("list", "-deps", "-f", `{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}} {{.Dir}}{{end}}{{end}}`, program)
	if err != nil {
		return nil, err
	}
	lines := strings.Split(list, "\n")
	slices.Sort(lines)
	all := []module{{"Go's standard library", "", root}}
	for _, line := range slices.Compact(lines) {
		if line == "" {
			continue
		}
		fields := strings.SplitN(line, " ", 3)
		if len(fields) != 3 || fields[2] == "" {
			return nil, fmt.Errorf("module %q has no folder; run go mod download", line)
		}
		all = append(all, module{fields[0], fields[1], fields[2]})
	}
	return all, nil
}

// output runs the go command and gives what it prints.
func output(args ...string) (string, error) {
	var complaint bytes.Buffer
	cmd := exec.Command("go", args...)
	cmd.Stderr = &complaint
	text, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("go %s: %w: %s", args[0], err, complaint.Bytes())
	}
	return strings.TrimSpace(string(text)), nil
}

// write prints each text once, under the names of all the modules that have it.
func write(out io.Writer, modules []module) error {
	var texts []string
	users := map[string][]string{}
	for _, m := range modules {
		files, err := os.ReadDir(m.folder)
		if err != nil {
			return fmt.Errorf("%s: %w", m.path, err)
		}
		found := false
		for _, f := range files {
			if !f.Type().IsRegular() || !notice.MatchString(f.Name()) || strings.HasSuffix(f.Name(), ".go") {
				continue
			}
			data, err := os.ReadFile(filepath.Join(m.folder, f.Name()))
			if err != nil {
				return fmt.Errorf("%s: %w", m.path, err)
			}
			found = true
			text := strings.TrimSpace(strings.ReplaceAll(string(data), "\r\n", "\n"))
			if users[text] == nil {
				texts = append(texts, text)
			}
			users[text] = append(users[text], strings.TrimSpace(m.path+" "+m.version)+" ("+f.Name()+")")
		}
		if !found {
			return fmt.Errorf("%s %s says nowhere under which terms it may be passed on", m.path, m.version)
		}
	}
	fmt.Fprintln(out, "jantaku is linked with the modules below. Their source is what the Go module system has under these names and versions.")
	for _, text := range texts {
		fmt.Fprintf(out, "\n%s\n\n%s\n\n%s\n", strings.Repeat("=", 80), strings.Join(users[text], "\n"), text)
	}
	return nil
}
