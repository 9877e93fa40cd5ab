package hall

import (
	"encoding/json"
	"testing"
)

// OwnWords are the words that the hall has beside those of a table's pages.
func OwnWords(t *testing.T, lang string) (words map[string]string) {
	text, err := files.ReadFile("words/" + lang + ".json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &words); err != nil {
		t.Fatal(err)
	}
	return words
}
