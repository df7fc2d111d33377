package io.hawser.cli.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hawser.bus.service.HawserService;
import io.hawser.bus.topic.TopicNames;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EndpointsTest {
    @TempDir
    private Path home;

    @Test
    void theDataFolderSaysWhereThingsAre() throws IOException {
        // Given
        write("kafka=127.0.0.1:9092\nvolume-service=http://127.0.0.1:8080\n");

        // When
        Endpoints endpoints = Endpoints.find(Map.of("HAWSER_HOME", home.toString()));

        // Then
        assertThat(endpoints.bootstrapServers()).isEqualTo("127.0.0.1:9092");
        assertThat(endpoints.service(HawserService.VOLUME_SERVICE)).isEqualTo(URI.create("http://127.0.0.1:8080"));
    }

    @Test
    @DisplayName("A copied data folder knows no addresses: those in its file are of the folder that was copied")
    void aCopiedFolder() throws IOException {
        // Given
        Path copy = Files.createDirectory(home.resolve("copy"));
        write("kafka=127.0.0.1:9092\nfolder=" + FolderId.of(home) + "\n");
        Files.copy(home.resolve("endpoints.properties"), copy.resolve("endpoints.properties"));

        // Then
        assertThat(Endpoints.find(Map.of("HAWSER_HOME", home.toString())).bootstrapServers())
                .isEqualTo("127.0.0.1:9092");
        assertThat(Endpoints.find(Map.of("HAWSER_HOME", copy.toString())).byName())
                .isEmpty();
    }

    @Test
    void theEnvironmentOverridesTheDataFolder() throws IOException {
        // Given
        write("kafka=127.0.0.1:9092\nvolume-service=http://127.0.0.1:8080\n");

        // When
        Endpoints endpoints = Endpoints.find(Map.of(
                "HAWSER_HOME", home.toString(),
                "HAWSER_BOOTSTRAP", "broker:1",
                "HAWSER_VOLUME_SERVICE_URL", "http://volumes:2"));

        // Then
        assertThat(endpoints.bootstrapServers()).isEqualTo("broker:1");
        assertThat(endpoints.service(HawserService.VOLUME_SERVICE)).isEqualTo(URI.create("http://volumes:2"));
    }

    @Test
    @DisplayName("The prefix that `up` started with is known without its variable, which overrides it")
    void thePrefixOfUp() throws IOException {
        // Given
        write("topics.prefix=prod\n");

        // Then
        assertThat(Endpoints.find(Map.of("HAWSER_HOME", home.toString())).topics())
                .isEqualTo(new TopicNames("prod"));
        assertThat(Endpoints.find(Map.of("HAWSER_HOME", home.toString(), "HAWSER_TOPICS_PREFIX", "test"))
                        .topics())
                .isEqualTo(new TopicNames("test"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"h:99999", "a:1,b:65536"})
    @DisplayName("A port that does not exist is refused, naming the variable")
    void aPortThatDoesNotExist(String brokers) {
        // Given
        Endpoints endpoints = Endpoints.find(Map.of(
                "HAWSER_HOME",
                home.toString(),
                "HAWSER_BOOTSTRAP",
                brokers,
                "HAWSER_VOLUME_SERVICE_URL",
                "http://h:65536/"));

        // Then
        assertThatThrownBy(endpoints::bootstrapServers)
                .isInstanceOf(MalformedAddressException.class)
                .hasMessageContaining("HAWSER_BOOTSTRAP");
        assertThatThrownBy(() -> endpoints.service(HawserService.VOLUME_SERVICE))
                .isInstanceOf(MalformedAddressException.class)
                .hasMessageContaining("HAWSER_VOLUME_SERVICE_URL");
    }

    @Test
    @DisplayName("A login for Kafka is said by the variables that services take, and is printed nowhere")
    void loginForKafka() {
        // When
        Endpoints endpoints = Endpoints.find(Map.of(
                "HAWSER_HOME", home.toString(),
                "HAWSER_BOOTSTRAP", "broker:1",
                "KAFKA_SECURITY_PROTOCOL", "SASL_SSL",
                "KAFKA_SASL_JAAS_CONFIG", "secret",
                "KAFKA_HEAP_OPTS", "-Xmx1g"));

        // Then
        assertThat(endpoints.kafka())
                .isEqualTo(Map.of(
                        "bootstrap.servers", "broker:1",
                        "security.protocol", "SASL_SSL",
                        "sasl.jaas.config", "secret"));
        assertThat(endpoints.toString()).doesNotContain("secret");
    }

    @Test
    void whatNobodySaysIsASentenceThatNamesTheVariable() {
        Endpoints endpoints = Endpoints.find(Map.of("HAWSER_HOME", home.toString()));

        assertThatThrownBy(() -> endpoints.service(HawserService.DEALLOCATOR_SERVICE))
                .hasMessageContaining("./hawser up")
                .hasMessageContaining("HAWSER_DEALLOCATOR_SERVICE_URL");
    }

    @Test
    @DisplayName(
            "A data folder of another user is no folder without Hawser: the sentence says so, and the variables count")
    void aFolderThatCannotBeLookedInto() throws IOException {
        // Given
        Path loop = Files.createSymbolicLink(home.resolve("loop"), Path.of("loop"));

        // When
        Endpoints endpoints =
                Endpoints.find(Map.of("HAWSER_HOME", loop.toString(), "HAWSER_VOLUME_SERVICE_URL", "http://volumes:2"));

        // Then
        assertThatThrownBy(endpoints::bootstrapServers)
                .isInstanceOf(UnknownEndpointException.class)
                .hasMessageContaining("this user cannot look into " + loop)
                .hasMessageContaining("HAWSER_BOOTSTRAP");
        assertThatThrownBy(endpoints::token)
                .isInstanceOf(NoTokenException.class)
                .hasMessageContaining("this user cannot look into " + loop);
        assertThat(endpoints.service(HawserService.VOLUME_SERVICE)).isEqualTo(URI.create("http://volumes:2"));
    }

    @Test
    @DisplayName("With one address from the environment, none of the data folder's counts, and no token goes there")
    void installationsAreNotMixed() throws IOException {
        // Given
        Path token = Files.writeString(home.resolve("rest-token"), "t0ken");
        write("kafka=127.0.0.1:9092\nvolume-service=http://127.0.0.1:8080\ntoken.file=" + token);

        // When
        Endpoints endpoints = Endpoints.find(Map.of("HAWSER_HOME", home.toString(), "HAWSER_BOOTSTRAP", "broker:1"));

        // Then
        assertThatThrownBy(() -> endpoints.service(HawserService.VOLUME_SERVICE))
                .isInstanceOf(UnknownEndpointException.class);
        assertThatThrownBy(endpoints::token).isInstanceOf(NoTokenException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"s3cret\n", "s3cret\r\n", " s3cret"})
    @DisplayName("White space around the token does not count, wherever it was said")
    void whiteSpaceAroundTheToken(String said) throws IOException {
        // Given
        Path file = Files.writeString(home.resolve("rest-token"), said);
        write("token.file=" + file);

        // Then
        assertThat(find(Map.of("HAWSER_TOKEN", said)).token()).isEqualTo("s3cret");
        assertThat(find(Map.of()).token()).isEqualTo("s3cret");
    }

    @ParameterizedTest
    @ValueSource(strings = {"s3\ncret", "s3\u0000cret", "s3\u007fcret\n"})
    @DisplayName("A token that no header can carry is refused in a sentence that does not contain it")
    void noHeaderCarriesTheToken(String said) throws IOException {
        // Given
        Path file = Files.writeString(home.resolve("rest-token"), said);
        write("token.file=" + file);

        // Then
        assertThatThrownBy(() -> find(Map.of("HAWSER_TOKEN", said)).token())
                .isInstanceOf(NoTokenException.class)
                .hasMessage("HAWSER_TOKEN has a control character in it, which no request can carry");
        assertThatThrownBy(() -> find(Map.of()).token())
                .isInstanceOf(NoTokenException.class)
                .hasMessage("the token in " + file + " has a control character in it, which no request can carry");
    }

    private Endpoints find(Map<String, String> environment) {
        Map<String, String> all = new HashMap<>(environment);
        all.put("HAWSER_HOME", home.toString());
        return Endpoints.find(all);
    }

    private void write(String text) throws IOException {
        Files.writeString(home.resolve("endpoints.properties"), text);
    }
}
