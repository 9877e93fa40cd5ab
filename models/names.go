package models

// Names is what something is called in the languages of the pages.
type Names struct {
	ZH string `json:"zh"`
	JA string `json:"ja"`
	EN string `json:"en"`
}

// In gives the name in zh, ja or en, and the English one in any other language.
func (n Names) In(lang string) string {
	switch lang {
	case "zh":
		return n.ZH
	case "ja":
		return n.JA
	}
	return n.EN
}
