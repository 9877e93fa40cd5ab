package access

import (
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"

	"golang.org/x/crypto/argon2"
)

// cost is what hashing takes, of each guess too.
type cost struct {
	memory  uint32 // kB
	passes  uint32
	threads uint8
}

// ownCost is the lowest that OWASP's Password Storage Cheat Sheet names for argon2id: 19 MB
// and two passes, some 40 ms on a Raspberry Pi 4, where 64 MB beside the eye would be too much.
func ownCost() cost { return cost{19 << 10, 2, 1} }

// mostCost is what a hash from elsewhere may ask for.
func mostCost() cost { return cost{256 << 10, 10, 8} }

const (
	hashPrefix = "$argon2id$"
	saltBytes  = 16
	keyBytes   = 32
)

// Hash gives the form in which a secret stands in a configuration: argon2id with its costs and
// salt, as the reference implementation writes it.
func Hash(secret string) string {
	salt := make([]byte, saltBytes)
	rand.Read(salt) // never fails
	c := ownCost()
	key := argon2.IDKey([]byte(secret), salt, c.passes, c.memory, c.threads, keyBytes)
	b := base64.RawStdEncoding
	return fmt.Sprintf("%sv=%d$m=%d,t=%d,p=%d$%s$%s", hashPrefix, argon2.Version, c.memory, c.passes, c.threads, b.EncodeToString(salt), b.EncodeToString(key))
}

// hashed is a parsed hash.
type hashed struct {
	cost
	salt, key []byte
}

var errHash = errors.New("not a hash as jantaku access hash makes it")

// parseHash reads $argon2id$v=19$m=19456,t=2,p=1$salt$key.
func parseHash(text string) (h hashed, err error) {
	parts := strings.Split(text, "$")
	if len(parts) != 6 || parts[0] != "" || parts[1] != "argon2id" || parts[2] != fmt.Sprintf("v=%d", argon2.Version) {
		return h, errHash
	}
	if _, err := fmt.Sscanf(parts[3], "m=%d,t=%d,p=%d", &h.memory, &h.passes, &h.threads); err != nil ||
		fmt.Sprintf("m=%d,t=%d,p=%d", h.memory, h.passes, h.threads) != parts[3] {
		return h, errHash
	}
	if most := mostCost(); h.memory > most.memory || h.passes > most.passes || h.threads > most.threads || h.memory < 8 || h.passes < 1 || h.threads < 1 {
		return h, fmt.Errorf("%w: its costs are out of bounds", errHash)
	}
	b := base64.RawStdEncoding.Strict()
	var errs [2]error
	h.salt, errs[0] = b.DecodeString(parts[4])
	h.key, errs[1] = b.DecodeString(parts[5])
	if errors.Join(errs[:]...) != nil || len(h.salt) < 8 || len(h.salt) > 64 || len(h.key) < 16 || len(h.key) > 64 {
		return h, errHash
	}
	return h, nil
}

// isHash reports whether a secret in a configuration is meant to be a hash.
func isHash(text string) bool { return strings.HasPrefix(text, hashPrefix) }

func (h hashed) matches(secret string) bool {
	key := argon2.IDKey([]byte(secret), h.salt, h.passes, h.memory, h.threads, uint32(len(h.key)))
	return subtle.ConstantTimeCompare(key, h.key) == 1
}

// same compares two secrets in a time that tells nothing of them.
func same(a, b string) bool {
	x, y := sha256.Sum256([]byte(a)), sha256.Sum256([]byte(b))
	return subtle.ConstantTimeCompare(x[:], y[:]) == 1
}
