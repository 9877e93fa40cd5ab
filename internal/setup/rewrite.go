package setup

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

// errRewrite reports a configuration whose values cannot be changed in place.
var errRewrite = errors.New("setup: the configuration is written in a way that cannot be changed here")

// Rewrite puts values into a configuration in YAML and keeps everything else as it stands:
// comments, order, and values of other keys. Keys are paths such as table.port, of one or two
// levels; what the text lacks is added. Lists and maps are written on one line. The result is read
// again: the error is errRewrite where another value than the ones given would have changed.
func Rewrite(text []byte, values map[string]any) ([]byte, error) {
	lines := strings.Split(strings.TrimRight(string(text), "\n"), "\n")
	for _, path := range slices.Sorted(maps.Keys(values)) {
		value, err := inline(values[path])
		if err != nil {
			return nil, fmt.Errorf("setup: %s: %w", path, err)
		}
		if lines, err = put(lines, path, value); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
	}
	changed := []byte(strings.Join(lines, "\n") + "\n")
	return changed, sameBut(text, changed, values)
}

// inline writes a value on one line.
func inline(value any) (string, error) {
	var node yaml.Node
	if err := node.Encode(value); err != nil {
		return "", err
	}
	flowing(&node)
	text, err := yaml.Marshal(&node)
	if err != nil {
		return "", err
	}
	line := strings.TrimRight(string(text), "\n")
	if !strings.Contains(line, "\n") {
		return line, nil
	}
	// A long list is broken after a comma; what a string breaks is written as such.
	return strings.Join(strings.Fields(line), " "), nil
}

// flowing makes a node and all below it one line; strings of several lines are quoted.
func flowing(n *yaml.Node) {
	switch n.Kind {
	case yaml.SequenceNode, yaml.MappingNode:
		n.Style = yaml.FlowStyle
	case yaml.ScalarNode:
		if n.Tag == "!!str" && strings.ContainsAny(n.Value, "\n\r\t ,") {
			n.Style = yaml.DoubleQuotedStyle
		}
	}
	for _, child := range n.Content {
		flowing(child)
	}
}

// put sets one path in the lines of a file.
func put(lines []string, path, value string) ([]string, error) {
	parent, key, nested := strings.Cut(path, ".")
	if !nested {
		parent, key = "", path
	}
	root, err := mapping(lines)
	if err != nil {
		return nil, err
	}
	line := key + ": " + value
	if !nested {
		if at := find(root, key); at != nil {
			return replace(lines, at, line), nil
		}
		return append(lines, line), nil
	}
	over := find(root, parent)
	switch {
	case over == nil:
		return append(lines, parent+":", "  "+line), nil
	case over.value.Kind == yaml.ScalarNode && over.value.Tag == "!!null":
		return insert(lines, over.key.Line, "  "+line), nil
	case over.value.Kind != yaml.MappingNode || over.value.Style&yaml.FlowStyle != 0:
		return nil, errRewrite
	}
	if at := find(over.value, key); at != nil {
		return replace(lines, at, line), nil
	}
	first := over.value.Content[0]
	return insert(lines, over.key.Line, strings.Repeat(" ", first.Column-1)+line), nil
}

// entry is a key of a mapping with its value, and the line before which the next key begins, 0
// for none.
type entry struct {
	key, value *yaml.Node
}

func mapping(lines []string) (*yaml.Node, error) {
	var doc yaml.Node
	if err := yaml.Unmarshal([]byte(strings.Join(lines, "\n")), &doc); err != nil {
		return nil, fmt.Errorf("%w: %w", errRewrite, err)
	}
	if len(doc.Content) == 0 {
		return &yaml.Node{Kind: yaml.MappingNode}, nil
	}
	if doc.Content[0].Kind != yaml.MappingNode || doc.Content[0].Style&yaml.FlowStyle != 0 {
		return nil, errRewrite
	}
	return doc.Content[0], nil
}

func find(in *yaml.Node, key string) *entry {
	for i := 0; i+1 < len(in.Content); i += 2 {
		if in.Content[i].Value == key {
			return &entry{in.Content[i], in.Content[i+1]}
		}
	}
	return nil
}

// replace writes a line over an entry: over all lines of its value, and keeps a comment that
// follows a value of one line.
func replace(lines []string, at *entry, line string) []string {
	first := at.key.Line - 1
	last := lastLine(lines, at.value, first)
	line = lines[first][:at.key.Column-1] + line
	if comment := cmpOr(at.value.LineComment, at.key.LineComment); comment != "" && first == last {
		line += " " + comment
	}
	return slices.Replace(lines, first, last+1, line)
}

func cmpOr(a, b string) string {
	if a != "" {
		return a
	}
	return b
}

// lastLine is the index of the last line of a value: that of what it holds last, or the end of a
// flow or of a block of text, which ends before the next line that is not deeper.
func lastLine(lines []string, value *yaml.Node, first int) int {
	last := max(first, value.Line-1)
	for n := value; len(n.Content) > 0; {
		n = n.Content[len(n.Content)-1]
		last = max(last, n.Line-1)
	}
	indent := len(lines[first]) - len(strings.TrimLeft(lines[first], " "))
	for next := last + 1; next < len(lines); next++ {
		text := strings.TrimSpace(lines[next])
		deep := len(lines[next]) - len(strings.TrimLeft(lines[next], " "))
		switch {
		case text == "" || strings.HasPrefix(text, "#"):
			continue
		case deep > indent || strings.HasPrefix(text, "]") || strings.HasPrefix(text, "}"):
			last = next
			continue
		}
		break
	}
	return last
}

func insert(lines []string, after int, line string) []string {
	return slices.Insert(lines, after, line)
}

// sameBut checks that two texts say the same but for the values given.
func sameBut(before, after []byte, values map[string]any) error {
	var was, is map[string]any
	if err := yaml.Unmarshal(before, &was); err != nil {
		return fmt.Errorf("%w: %w", errRewrite, err)
	}
	if err := yaml.NewDecoder(bytes.NewReader(after)).Decode(&is); err != nil {
		return fmt.Errorf("%w: %w", errRewrite, err)
	}
	if was == nil {
		was = map[string]any{}
	}
	for path, value := range values {
		plain, err := plainly(value)
		if err != nil {
			return err
		}
		parent, key, nested := strings.Cut(path, ".")
		if !nested {
			was[path] = plain
			continue
		}
		over, _ := was[parent].(map[string]any)
		if over == nil {
			over = map[string]any{}
			was[parent] = over
		}
		over[key] = plain
	}
	if !reflect.DeepEqual(was, is) {
		return errRewrite
	}
	return nil
}

// plainly is what a value is once it has been written and read.
func plainly(value any) (plain any, err error) {
	text, err := yaml.Marshal(value)
	if err == nil {
		err = yaml.Unmarshal(text, &plain)
	}
	return plain, err
}
