package io.hawser.volume.spec;

import static io.hawser.volume.spec.SoundSpec.spec;
import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.v1.MountAccess;
import io.hawser.v1.VolumeSpec;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MountRulesTest {
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
        VolumeSpec spec = spec().setMount(
                        MountAccess.newBuilder().addMountFlags("ro").addMountFlags(flag))
                .build();

        assertThat(SpecRules.check(spec)).hasValueSatisfying(fault -> {
            assertThat(fault.field()).isEqualTo("spec.mount.mount_flags[1]");
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
        assertThat(SpecRules.check(spec().setMount(MountAccess.newBuilder().addMountFlags(flag))
                        .build()))
                .isEmpty();
    }
}
