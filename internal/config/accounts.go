package config

import (
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"unicode"

	"jantaku/access"
	"jantaku/models/atomicfile"
)

// adminCodeName is the file of the code that makes an admin, in the data folder: who can read
// that folder owns the table.
const adminCodeName = "admin-code"

// codeLength is short enough to be typed on a telephone, 50 bits.
const codeLength = 10

// NewCode makes a code that stands for an admin.
func NewCode() string { return rand.Text()[:codeLength] }

// AdminCode gives the code that makes an admin where nobody is one, and makes it the first time, and
// with a warning when it is too short or damaged, as older versions left it when power failed.
func (c Config) AdminCode(log *slog.Logger) (string, error) {
	name := filepath.Join(c.Data, adminCodeName)
	text, err := os.ReadFile(name)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return "", fmt.Errorf("admin's code: %w", err)
	}
	code := strings.TrimSpace(string(text))
	if len(code) >= codeLength && !strings.ContainsFunc(code, unicode.IsControl) {
		return code, nil
	}
	if err == nil {
		log.Warn("the admin's code is damaged or too short, and another is made; jantaku access code prints it", "file", name)
	}
	code = NewCode()
	if err := errors.Join(os.MkdirAll(c.Data, 0o750), atomicfile.WriteFile(name, []byte(code+"\n"), 0o600)); err != nil {
		return "", fmt.Errorf("admin's code: %w", err)
	}
	return code, nil
}

// Accounts are those of the pages: the people of the configuration, the PIN, and the admin's
// code where nobody is an admin.
func (c Config) Accounts(log *slog.Logger) (*access.Accounts, error) {
	shared := c.Shared()
	for _, one := range c.People {
		if one.Role == access.Admin {
			return access.New(c.People, shared)
		}
	}
	code, err := c.AdminCode(log)
	if err != nil {
		return nil, err
	}
	return access.New(c.People, append(shared, access.Account{Role: access.Admin, Password: code}))
}
