package local

import "os"

// Folder gives the folder for servers that run as another user: the named one, which is kept, or a new one where none is
// named, which clear removes.
func Folder(named string) (folder string, clear func() error, err error) {
	if named != "" {
		return named, func() error { return nil }, os.MkdirAll(named, 0o755)
	}
	if folder, err = os.MkdirTemp("", "jantaku-league-*"); err != nil {
		return "", nil, err
	}
	return folder, func() error { return os.RemoveAll(folder) }, os.Chmod(folder, 0o755)
}
