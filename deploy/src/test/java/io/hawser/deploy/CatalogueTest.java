package io.hawser.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.bus.service.HawserService;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What names all services and is no code: the build and the page that everybody reads first. */
class CatalogueTest {
    @ParameterizedTest
    @EnumSource
    @DisplayName("A service is a module, and what starts all services depends on it")
    void isBuilt(HawserService service) throws IOException {
        // When
        String services = Files.readString(Path.of("../services/pom.xml"));
        // Then
        assertThat(services)
                .contains("<module>../" + service.serviceName() + "</module>")
                .contains("<artifactId>hawser-" + service.serviceName() + "</artifactId>");
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("README says what a service is for, and a page of its own says more")
    void isDescribed(HawserService service) throws IOException {
        // Then
        assertThat(Files.readString(Path.of("../README.md"))).contains("| `" + service.serviceName() + "` | ");
        assertThat(Path.of("..", service.serviceName(), "README.md")).isRegularFile();
    }
}
