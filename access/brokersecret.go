package access

import (
	"crypto/pbkdf2"
	"crypto/rand"
	"crypto/sha512"
	"encoding/base64"
	"fmt"

	"golang.org/x/crypto/bcrypt"
)

// Costs of the hashes in the files of brokers. The secrets have 130 bits by chance (rand.Text), so that guessing them is
// beyond everybody at any cost, and a broker hashes for each of a thousand tables that come back at once.
const (
	mosquittoPasses = 101 // as mosquitto_passwd has it
	mosquittoSalt   = 12
	natsCost        = bcrypt.MinCost
)

// mosquittoHash is a password as a password_file of Mosquitto 2 has it: PBKDF2 with SHA-512, $7$passes$salt$key.
func mosquittoHash(secret string) string {
	salt := make([]byte, mosquittoSalt)
	rand.Read(salt) // never fails
	key, err := pbkdf2.Key(sha512.New, secret, salt, mosquittoPasses, sha512.Size)
	if err != nil {
		panic(err) // only in FIPS mode, for the length of a constant
	}
	b := base64.StdEncoding
	return fmt.Sprintf("$7$%d$%s$%s", mosquittoPasses, b.EncodeToString(salt), b.EncodeToString(key))
}

// natsHash is a password as a configuration of nats-server has it.
func natsHash(secret string) (string, error) {
	hash, err := bcrypt.GenerateFromPassword([]byte(secret), natsCost)
	return string(hash), err
}
