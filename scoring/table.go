package scoring

// Row is one line of a rule book's table as people and checks see it.
type Row struct {
	ID, Name string
	Values   []Value
	Ref      string   // clause of the book
	Excludes []string // ids that are not counted together with it
	Example  string   // a winning hand, as models.ParseText reads it, that counts it
}

// Value is one column of a row, with its unit as the book calls it.
type Value struct {
	Unit string `json:"unit"`
	Text string `json:"text"`
}

// Tabled is a rule book that shows its table.
type Tabled interface {
	Ruleset
	Rows() []Row
}
