package access

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"fmt"
	"log/slog"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"time"

	"jantaku/models/atomicfile"
)

const (
	// certificateAge is how long one of our own is good: the most that Apple's systems take for
	// one that a person has trusted.
	certificateAge = 825 * 24 * time.Hour
	// certificateRest is when a start makes the next one.
	certificateRest = 60 * 24 * time.Hour
)

// OwnCertificate gives the certificate that a folder holds as cert.pem and key.pem, and makes one
// there, signed by itself, for names and addresses, when there is none or it is soon over, and with
// a warning when what is there is damaged.
func OwnCertificate(folder string, names []string, now time.Time, log *slog.Logger) (tls.Certificate, error) {
	cert, key := filepath.Join(folder, "cert.pem"), filepath.Join(folder, "key.pem")
	c, err := tls.LoadX509KeyPair(cert, key)
	switch {
	case err == nil && now.Add(certificateRest).Before(c.Leaf.NotAfter):
		return c, nil
	case errors.Is(err, os.ErrNotExist):
	case errors.As(err, new(*os.PathError)): // it may well be whole
		return c, fmt.Errorf("certificate in %s: %w", folder, err)
	case err != nil:
		log.Warn("the certificate is damaged and made anew; who was given the old one to trust needs this one", "folder", folder, "err", err)
	}
	if err := makeCertificate(cert, key, names, now); err != nil {
		return c, fmt.Errorf("make a certificate: %w", err)
	}
	return tls.LoadX509KeyPair(cert, key)
}

func makeCertificate(cert, key string, names []string, now time.Time) error {
	secret, err := ownKey(key)
	if err != nil {
		return err
	}
	serial, err := rand.Int(rand.Reader, new(big.Int).Lsh(big.NewInt(1), 127))
	if err != nil {
		return err
	}
	form := x509.Certificate{SerialNumber: serial, Subject: pkix.Name{CommonName: "jantaku"},
		NotBefore: now.Add(-24 * time.Hour), NotAfter: now.Add(certificateAge), // the other side's clock may be late
		KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
		BasicConstraintsValid: true, IsCA: true, MaxPathLenZero: true} // as a root it can be given to clients
	for _, name := range names {
		if ip := net.ParseIP(name); ip != nil {
			form.IPAddresses = append(form.IPAddresses, ip)
		} else {
			form.DNSNames = append(form.DNSNames, name)
		}
	}
	der, err := x509.CreateCertificate(rand.Reader, &form, &form, secret.Public(), secret)
	if err != nil {
		return err
	}
	return atomicfile.WriteFile(cert, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}), 0o640)
}

// ownKey gives the key of a file, and makes one where there is none or it is damaged. It stays for the next
// certificate, so that there is no moment at which a loss of power leaves two that do not belong together.
func ownKey(name string) (crypto.Signer, error) {
	text, err := os.ReadFile(name)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, err
	}
	if block, _ := pem.Decode(text); block != nil {
		if key, err := x509.ParsePKCS8PrivateKey(block.Bytes); err == nil {
			if secret, ok := key.(crypto.Signer); ok {
				return secret, nil
			}
		}
	}
	return newKey(name)
}

func newKey(name string) (crypto.Signer, error) {
	secret, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, err
	}
	private, err := x509.MarshalPKCS8PrivateKey(secret)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(filepath.Dir(name), 0o750); err != nil {
		return nil, err
	}
	return secret, atomicfile.WriteFile(name, pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: private}), 0o600)
}

// ServerTLS is how a server speaks with a certificate. It offers no HTTP/2, which pages and
// WebSockets of one table do not need, and which has more to be flooded.
func ServerTLS(c tls.Certificate) *tls.Config {
	return &tls.Config{Certificates: []tls.Certificate{c}, MinVersion: tls.VersionTLS12}
}

// ClientTLS is how this program speaks with its own server: it believes that one certificate.
func ClientTLS(c tls.Certificate) *tls.Config {
	roots := x509.NewCertPool()
	roots.AddCert(c.Leaf)
	name := "localhost"
	switch {
	case len(c.Leaf.DNSNames) > 0:
		name = c.Leaf.DNSNames[0]
	case len(c.Leaf.IPAddresses) > 0:
		name = c.Leaf.IPAddresses[0].String()
	}
	return &tls.Config{RootCAs: roots, ServerName: name, MinVersion: tls.VersionTLS12}
}
