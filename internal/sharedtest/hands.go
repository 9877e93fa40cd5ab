package sharedtest

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"os"
	"testing"
)

// RealHands are records of riichi hands that people played, a line each. The test is skipped where they do not lie beside the checkout.
func RealHands(t testing.TB) (lines [][]byte) {
	t.Helper()
	const longest = 1 << 20 // bytes of a line
	file, err := os.Open(Path(t, "records/riichi.jsonl.gz"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	in, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	scanner := bufio.NewScanner(in)
	scanner.Buffer(nil, longest)
	for scanner.Scan() {
		lines = append(lines, bytes.Clone(scanner.Bytes()))
	}
	if err := scanner.Err(); err != nil {
		t.Fatal(err)
	}
	return lines
}
