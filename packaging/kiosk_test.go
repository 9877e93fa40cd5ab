package packaging_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"jantaku/internal/sharedtest"
)

// TestTheKioskIsPackagedWhole claims that the package of the screen holds its program, page, service and settings, that
// the settings are the administrator's own, and that its scripts are scripts.
func TestTheKioskIsPackagedWhole(t *testing.T) {
	tool, out := sharedtest.Tool(t, "dpkg-deb"), t.TempDir()
	if text, err := exec.Command("kiosk/deb.sh", "1.2.3", out).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	deb := filepath.Join(out, "jantaku-kiosk_1.2.3_all.deb")
	list, err := exec.Command(tool, "-c", deb).Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{"-rwxr-xr-x root/root", "./usr/share/jantaku-kiosk/kiosk", "./usr/share/jantaku-kiosk/wait.html", "./lib/systemd/system/jantaku-kiosk.service", "./etc/default/jantaku-kiosk", "./etc/pam.d/jantaku-kiosk"} {
		if !strings.Contains(string(list), file) {
			t.Errorf("the package has no %s", file)
		}
	}
	if kept, err := exec.Command(tool, "-I", deb, "conffiles").Output(); err != nil || string(kept) != "/etc/default/jantaku-kiosk\n/etc/pam.d/jantaku-kiosk\n" {
		t.Errorf("kept when the package is renewed: %s, %v", kept, err)
	}
	for _, script := range []string{"kiosk.sh", "postinst", "prerm", "postrm", "jantaku-kiosk.default"} {
		if text, err := exec.Command("sh", "-n", filepath.Join("kiosk", script)).CombinedOutput(); err != nil {
			t.Errorf("%s: %s", script, text)
		}
	}
}

// TestTheKioskRefusesWrongSettings claims that a setting with a typing error ends the service with the setting named,
// not with a picture that is turned otherwise.
func TestTheKioskRefusesWrongSettings(t *testing.T) {
	for setting, name := range map[string]string{"TURN=45": "TURN=45", "SCALE=big": "SCALE=big", "SLEEP=1.2.3": "SLEEP=1.2.3"} {
		file := filepath.Join(t.TempDir(), "settings")
		if err := os.WriteFile(file, []byte(setting+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		kiosk := exec.Command("kiosk/kiosk.sh")
		kiosk.Env = append(os.Environ(), "JANTAKU_KIOSK_SETTINGS="+file)
		if text, err := kiosk.CombinedOutput(); err == nil || !strings.Contains(string(text), name) {
			t.Errorf("%s: %v, %s", setting, err, text)
		}
	}
}
