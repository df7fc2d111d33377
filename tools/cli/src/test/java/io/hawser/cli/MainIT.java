package io.hawser.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.BufferedReader;
import java.io.File;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The program's own standard output, which a test in its JVM does not see. */
class MainIT {
    @TempDir
    private Path folder;

    /** Each answer differs from the one before. */
    private int answers;

    private HttpServer service;

    @BeforeEach
    void aServiceWithOneVolume() throws Exception {
        service = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        service.createContext("/", exchange -> {
            byte[] body = ("{\"items\":[{\"name\":\"größe-" + ++answers + "\"}]}").getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        service.start();
    }

    @AfterEach
    void stop() {
        service.stop(0);
    }

    @Test
    @DisplayName("What cannot be written, because the disk is full, is no success")
    void aFullDisk() throws Exception {
        // When
        Process hawser =
                hawser("volume", "list").redirectOutput(new File("/dev/full")).start();

        // Then
        assertThat(hawser.waitFor()).isEqualTo(5);
        assertThat(Files.readString(folder.resolve("err"))).contains("what it printed could not be written");
    }

    @Test
    @DisplayName("A watch ends when the reader of its pipe has ended")
    void theReaderEnds() throws Exception {
        // Given
        Process hawser = hawser("volume", "list", "--watch").start();
        try (BufferedReader reader = hawser.inputReader()) {
            assertThat(reader.readLine()).startsWith("NAME");
        }

        // When
        boolean ended = hawser.waitFor(1, TimeUnit.MINUTES);
        hawser.destroyForcibly();

        // Then
        assertThat(ended).isTrue();
    }

    @Test
    @DisplayName("Output is UTF-8, whatever the locale is")
    void unicode() throws Exception {
        // Given
        ProcessBuilder builder = hawser("volume", "list");
        builder.environment().put("LC_ALL", "C");

        // When
        Process hawser = builder.start();

        // Then
        assertThat(new String(hawser.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .contains("größe-1");
    }

    private ProcessBuilder hawser(String... words) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName()));
        command.addAll(List.of(words));
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectError(folder.resolve("err").toFile());
        builder.environment().put("HAWSER_HOME", folder.toString());
        builder.environment()
                .put(
                        "HAWSER_VOLUME_SERVICE_URL",
                        "http://127.0.0.1:" + service.getAddress().getPort());
        return builder;
    }
}
