package io.hawser.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MountFlagsTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "password=hunter2",
                "ro,Password = hunter2",
                "pass=hunter2",
                "password2=hunter2",
                "pwd=hunter2",
                "secret=hunter2",
                "access_token=hunter2",
                "secret-access-key=hunter2",
                "x,passphrase=hunter2"
            })
    @DisplayName("A mount flag that looks like a credential is refused, and its value is not repeated")
    void aFlagThatLooksLikeACredentialIsRefused(String flag) {
        assertThat(MountFlags.check("flags", List.of("ro", flag))).hasValueSatisfying(fault -> {
            assertThat(fault.field()).isEqualTo("flags[1]");
            assertThat(fault.message()).contains("spec.secrets").doesNotContain("hunter2");
        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ro",
                "noatime,nodev",
                "uid=1000",
                "credentials=/etc/cifs",
                "passwd_file=/etc/s3",
                "secretfile=/etc/ceph",
                "password",
                "compass=n",
                "bypass=1"
            })
    @DisplayName("A mount flag that names a file, or is no option with a value, is no credential")
    void anyOtherFlagIsNone(String flag) {
        assertThat(MountFlags.check("flags", List.of(flag))).isEmpty();
    }

    @Test
    @DisplayName("Flags have at most 4096 bytes in all, and none is empty")
    void flagsAreBounded() {
        List<String> most = List.of("é".repeat(2000), "a".repeat(96));
        assertThat(MountFlags.bytes(most)).isEqualTo(4096);
        assertThat(MountFlags.check("flags", most)).isEmpty();
        assertThat(MountFlags.check("flags", List.of("é".repeat(2000), "a".repeat(97))))
                .contains(new Fault("flags", "4097 bytes where 4096 is the most"));
        assertThat(MountFlags.check("flags", List.of("ro", " "))).contains(new Fault("flags[1]", "it is empty"));
    }
}
