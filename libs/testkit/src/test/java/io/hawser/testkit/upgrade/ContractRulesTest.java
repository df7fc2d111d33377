package io.hawser.testkit.upgrade;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import com.google.protobuf.TextFormat;
import io.hawser.message.RecordTypes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ContractRulesTest {
    private static final Path RELEASES = Path.of("../../releases");
    private static final String TITLE = "name: 'title' number: 1 type: TYPE_STRING label: LABEL_OPTIONAL";
    private static final String KIND =
            "name: 'kind' number: 2 type: TYPE_ENUM type_name: '.shop.Kind' label: LABEL_OPTIONAL";
    private static final String PAGE =
            "name: 'page' number: 3 type: TYPE_MESSAGE type_name: '.shop.Book.Page' label: LABEL_REPEATED";
    private static final String PAGE_TYPE =
            "nested_type { name: 'Page' field { name: 'text' number: 1" + " type: TYPE_BYTES label: LABEL_OPTIONAL } }";
    private static final String NOVEL = "value { name: 'NOVEL' number: 1 }";
    private static final String RELEASE = "name: 'shop.proto' package: 'shop' message_type { name: 'Book' field { "
            + TITLE + " } field { " + KIND + " } field { " + PAGE + " } oneof_decl { name: 'cover' } " + PAGE_TYPE
            + " } enum_type { name: 'Kind' value { name: 'NONE' number: 0 } " + NOVEL + " }";

    @ParameterizedTest
    @DisplayName("What adds, or goes and leaves its number and its name reserved, breaks nothing")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "field { " + TITLE + " } | field { " + TITLE + " } field { name: 'year' number: 4 type: TYPE_INT32 }",
                "field { " + TITLE + " } | reserved_range { start: 1 end: 2 } reserved_name: 'title'",
                "field { " + TITLE + " } | reserved_range { start: 1 end: 9 } reserved_name: 'title'",
                NOVEL + " | " + NOVEL + " value { name: 'POEMS' number: 2 }",
                NOVEL + " | reserved_range { start: 1 end: 1 } reserved_name: 'NOVEL'",
                "name: 'shop.proto' | name: 'renamed.proto'"
            })
    void adds(String released, String next) throws Exception {
        assertThat(ContractRules.broken(set(RELEASE), changed(released, next))).isEmpty();
    }

    @ParameterizedTest
    @DisplayName("What a record of the release means otherwise, or cannot be read from, is named")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "name: 'title' number: 1 | name: 'title' number: 7 | shop.Book.title had number 1",
                "name: 'title' number: 1 | name: 'name' number: 1 | shop.Book.title is called name",
                TITLE + " | " + TITLE + " json_name: 'Title' | shop.Book.title is called title, in JSON Title",
                "TYPE_STRING | TYPE_BYTES | shop.Book.title has another type",
                "type_name: '.shop.Kind' | type_name: '.shop.Book' | shop.Book.kind has another type",
                "LABEL_REPEATED | LABEL_OPTIONAL | shop.Book.page has another label",
                TITLE + " | " + TITLE + " oneof_index: 0 | shop.Book.title is optional, or one of several",
                "field { " + TITLE + " } | reserved_name: 'title' | shop.Book.title is gone, and its number 1",
                "field { " + TITLE + " } | reserved_range { start: 1 end: 2 } | shop.Book.title is gone",
                "field { " + TITLE + " } | reserved_range { start: 2 end: 3 } reserved_name: 'title'"
                        + " | shop.Book.title is gone",
                "field { " + TITLE + " } | reserved_range { start: 0 end: 1 } reserved_name: 'title'"
                        + " | shop.Book.title is gone",
                "name: 'text' number: 1 | name: 'text' number: 2 | shop.Book.Page.text had number 1",
                PAGE_TYPE + " | reserved_name: 'Page' | shop.Book.Page is gone",
                "name: 'Book' | name: 'Tome' | shop.Book is gone",
                "name: 'Kind' | name: 'Sort' | shop.Kind is gone",
                NOVEL + " | reserved_name: 'NOVEL' | shop.Kind.NOVEL is gone, and its number 1",
                NOVEL + " | reserved_range { start: 1 end: 1 } | shop.Kind.NOVEL is gone",
                NOVEL + " | reserved_range { start: 2 end: 3 } reserved_name: 'NOVEL' | shop.Kind.NOVEL is gone",
                NOVEL + " | value { name: 'NOVEL' number: 2 } | shop.Kind.NOVEL had number 1",
                NOVEL + " | value { name: 'TALE' number: 1 } | shop.Kind.NOVEL is called TALE"
            })
    void breaks(String released, String next, String what) throws Exception {
        assertThat(ContractRules.broken(set(RELEASE), changed(released, next)))
                .anySatisfy(sentence -> assertThat(sentence).startsWith(what));
    }

    @ParameterizedTest
    @DisplayName("Of today's contracts each message and enum is compared")
    @ValueSource(strings = {"hawser.v1.Task", "hawser.v1.VolumeSpec", "hawser.v1.PublicationState"})
    void today(String name) {
        // Given
        FileDescriptorSet today = RecordTypes.contracts();
        // When / Then
        assertThat(ContractRules.broken(today, today)).isEmpty();
        assertThat(ContractRules.broken(today, FileDescriptorSet.getDefaultInstance()))
                .contains(name + " is gone");
    }

    @TestFactory
    @DisplayName("What each release that was made wrote can be read today, and what is written today it reads")
    Stream<DynamicTest> releases() throws IOException {
        try (Stream<Path> found = Files.list(RELEASES)) {
            return found.filter(Files::isDirectory).toList().stream()
                    .map(folder -> DynamicTest.dynamicTest(folder.getFileName().toString(), () -> reads(folder)));
        }
    }

    private static void reads(Path folder) throws IOException {
        FileDescriptorSet release = FileDescriptorSet.parseFrom(Files.readAllBytes(folder.resolve("contracts.binpb")));
        assertThat(release.getFileList()).isNotEmpty();
        assertThat(ContractRules.broken(release, RecordTypes.contracts())).isEmpty();
    }

    @Test
    @DisplayName("A release of today that is written and read again is today's")
    void writtenAndRead() throws IOException {
        FileDescriptorSet today = RecordTypes.contracts();
        assertThat(ContractRules.broken(FileDescriptorSet.parseFrom(today.toByteArray()), today))
                .isEmpty();
    }

    private static FileDescriptorSet changed(String released, String next) throws Exception {
        assertThat(RELEASE).contains(released);
        return set(RELEASE.replace(released, next));
    }

    private static FileDescriptorSet set(String file) throws Exception {
        return FileDescriptorSet.newBuilder()
                .addFile(TextFormat.parse(file, FileDescriptorProto.class))
                .build();
    }
}
