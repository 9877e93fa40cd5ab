package scoreboard

import (
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"slices"
	"strings"
)

// A page of another site can make its own name lead to this machine, and is then no other site
// any more to the browser (DNS rebinding). So only names are answered that nobody in the world
// can own: addresses, names without a dot, and those of local networks, RFC 6762 and 8375.
var ownEndings = [...]string{".local", ".localhost", ".lan", ".home", ".internal", ".home.arpa"}

// knownHost reports whether a request names this machine as somebody in the club would; names are those it has besides.
func knownHost(host string, names []string) bool {
	host = strings.ToLower(strings.TrimSuffix(hostOf(host), "."))
	bare := strings.Trim(host, "[]")
	if net.ParseIP(bare) != nil || !strings.Contains(host, ".") {
		return true
	}
	return slices.Contains(names, host) ||
		slices.ContainsFunc(ownEndings[:], func(e string) bool { return strings.HasSuffix(host, e) })
}

// onlyKnownHosts refuses requests that came by a name which is not this machine's.
func onlyKnownHosts(next http.Handler, names []string, log *slog.Logger) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !knownHost(r.Host, names) {
			log.Warn("request for an unknown name refused; if it is this machine's, add it to web.hosts, of a hall to --host", "host", fmt.Sprintf("%.100q", r.Host), "from", r.RemoteAddr)
			http.Error(w, "unknown host; add it to web.hosts, of a hall to --host", http.StatusMisdirectedRequest)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// hostOf is the address without its port.
func hostOf(address string) string {
	if host, _, err := net.SplitHostPort(address); err == nil {
		return host
	}
	return address
}

// forwarded are headers by which a proxy tells that it asks for somebody else.
var forwarded = [...]string{"Forwarded", "Via", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-Ip", "Cf-Connecting-Ip", "True-Client-Ip"}

// fromHere reports whether a request comes from a browser on this machine, as far as one can
// tell: from its loopback address, to a name of that, through no proxy that says so.
func fromHere(r *http.Request) bool {
	for _, header := range forwarded {
		if r.Header.Get(header) != "" {
			return false
		}
	}
	from := net.ParseIP(hostOf(r.RemoteAddr))
	to := strings.Trim(strings.ToLower(hostOf(r.Host)), "[]")
	asked := net.ParseIP(to)
	return from != nil && from.IsLoopback() && (to == "localhost" || asked != nil && asked.IsLoopback())
}
