// Package access says who may what: the roles, one table of rights for the pages, the requests
// and the topics of the broker, accounts with their secrets, and sessions.
//
// The rules of the broker, the checks of the pages, docs/rights.md and the rules for other
// brokers under packaging all come from the table; a test rewrites the files.
package access
