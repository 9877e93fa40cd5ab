package models

import "context"

type authorKey struct{}

// WithAuthor notes who asks, as the way in has found out. Source is that way, with the name of
// the credential where it has one; By is empty where several people share a credential.
func WithAuthor(ctx context.Context, a Author) context.Context {
	return context.WithValue(ctx, authorKey{}, a)
}

// Signed is an author as a request gives it, with what is known of who asks put over it:
// nobody signs with the name of another. Without anything known it is the console's.
func (a Author) Signed(ctx context.Context) Author {
	known, _ := ctx.Value(authorKey{}).(Author)
	a.Source = "console"
	if known.Source != "" {
		a.Source = known.Source
	}
	if known.By != "" {
		a.By = known.By
	}
	return a
}
