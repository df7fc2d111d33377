package io.hawser.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The compose file beside the manifests: the same images, no more rights. */
class ComposeTest {
    static List<Compose.Service> services() {
        return Compose.services();
    }

    @ParameterizedTest
    @MethodSource("services")
    @DisplayName("Compose and Kubernetes run the same image, built from the module of that name")
    void sameImages(Compose.Service service) throws IOException {
        // Given
        String image = service.definition().at("image").text();
        // Then
        assertThat(Kubernetes.workloads())
                .filteredOn(workload -> workload.name().equals(service.name()))
                .extracting(workload -> workload.container().at("image").text())
                .containsExactly(image);
        assertThat(image).startsWith("hawser/" + service.name() + ":");
        assertThat(Files.readString(Path.of("../pom.xml")))
                .contains("<version>" + image.split(":", 2)[1] + "</version>")
                .contains("<module>" + service.name() + "</module>");
        assertThat(service.definition().at("build", "args", "SERVICE").text()).isEqualTo(service.name());
        assertThat(service.definition().at("build", "dockerfile").text()).isEqualTo("deploy/Containerfile");
    }

    @ParameterizedTest
    @MethodSource("services")
    @DisplayName("Compose gives no more rights than Kubernetes does, and publishes ports on this machine only")
    void leastPrivilegeInCompose(Compose.Service service) {
        // Given
        Yaml definition = service.definition();
        boolean agent = service.name().equals(ServiceSettings.AGENT);
        int port = ServiceSettings.port(service.name());
        // Then
        assertThat(definition.at("user").text()).isEqualTo(agent ? "0:0" : "10001:10001");
        assertThat(definition.at("read_only").isTrue()).isTrue();
        assertThat(definition.at("cap_drop").texts()).containsExactly("ALL");
        assertThat(definition.at("security_opt").texts()).containsExactly("no-new-privileges:true");
        assertThat(Stream.of("cap_add", "privileged", "network_mode", "pid"))
                .noneMatch(key -> definition.find(key).isPresent());
        // Docker's own default is noexec, and native libraries run from there.
        assertThat(definition.at("tmpfs").texts()).singleElement().asString().startsWith("/tmp:exec,");
        assertThat(definition.at("ports").texts()).containsExactly("127.0.0.1:" + port + ":" + port);
    }
}
