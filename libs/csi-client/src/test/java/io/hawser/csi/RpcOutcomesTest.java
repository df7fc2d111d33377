package io.hawser.csi;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Message;
import io.grpc.Status;
import io.hawser.csi.v1.CreateVolumeRequest;
import io.hawser.csi.v1.CreateVolumeResponse;
import io.hawser.csi.v1.CsiProto;
import io.hawser.csi.v1.Volume;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class RpcOutcomesTest {

    private static final String EVERY = "every RPC";

    @Test
    @DisplayName("endings.md and the code say the same for every RPC and every code")
    void thePageAndTheCodeSayTheSame() throws IOException {
        // Given
        Map<String, String> page = page();
        // When
        Map<String, String> code = new HashMap<>();
        Map<String, String> expected = new HashMap<>();
        for (CsiRpc<?, ?> rpc : all()) {
            for (CsiCode each : errors()) {
                String key = rpc.name() + " " + each;
                code.put(key, rpc.isFinal(each) ? "rejected" : "uncertain");
                expected.put(key, page.getOrDefault(key, page.getOrDefault(EVERY + " " + each, "uncertain")));
            }
        }
        // Then
        assertThat(code).isEqualTo(expected);
    }

    @Test
    @DisplayName("Every row of endings.md names an RPC and a code that exist, once, and one of the two endings")
    void everyRowOfThePageIsMeant() throws IOException {
        // Given
        Set<String> known = all().stream().map(CsiRpc::name).collect(Collectors.toSet());
        // When
        List<String[]> rows = rows();
        // Then
        assertThat(rows).hasSizeGreaterThan(45);
        assertThat(rows.stream().map(row -> row[0] + " " + row[1])).doesNotHaveDuplicates();
        assertThat(rows).allSatisfy(row -> {
            assertThat(row[0]).satisfiesAnyOf(rpc -> assertThat(rpc).isEqualTo(EVERY), rpc -> assertThat(known)
                    .contains(rpc));
            assertThat(CsiCode.valueOf(row[1])).isNotEqualTo(CsiCode.OK);
            assertThat(row[2]).isIn("rejected", "uncertain");
        });
    }

    @Test
    @DisplayName("The same code is uncertain when our own side made it")
    void aStatusOfOurOwnIsUncertainWhateverItsCode() {
        for (CsiRpc<?, ?> rpc : all()) {
            for (CsiCode code : errors()) {
                // When
                RpcOutcome<?> ending = RpcOutcomes.of(rpc, code, "", false);
                // Then
                assertThat(ending).isInstanceOf(RpcOutcome.Uncertain.class);
            }
        }
    }

    @Test
    @DisplayName("The catalogue holds every unary RPC of the four services")
    void theCatalogueIsComplete() {
        // Given
        Set<String> inProto = CsiProto.getDescriptor().getServices().stream()
                .flatMap(service -> service.getMethods().stream())
                .filter(method -> !method.isServerStreaming())
                .map(method -> "/" + method.getService().getFullName() + "/" + method.getName())
                .collect(Collectors.toSet());
        // When
        List<String> names = all().stream().map(CsiRpc::fullName).toList();
        // Then
        assertThat(names).doesNotHaveDuplicates().containsExactlyInAnyOrderElementsOf(inProto);
    }

    @Test
    @DisplayName("An ending keeps what it is when its response is mapped")
    void mappingChangesOnlyTheResponse() {
        // Given
        RpcOutcome<CreateVolumeResponse> rejected = RpcOutcome.invalid("name", "name is required");
        // When
        RpcOutcome<String> mapped = rejected.map(CreateVolumeResponse::toString);
        // Then
        assertThat(mapped).isEqualTo(RpcOutcome.<String>invalid("name", "name is required"));
        assertThat(CsiRpc.CREATE_VOLUME.check(CreateVolumeRequest.getDefaultInstance()))
                .hasValueSatisfying(violation -> assertThat(violation.field()).isEqualTo("name"));
    }

    @Test
    @DisplayName("What the plugin answered is rejected where its code is final for the RPC, uncertain elsewhere; "
            + "the words stay")
    void aStatusOfThePluginIsJudgedByItsCode() {
        // When
        RpcOutcome<CreateVolumeResponse> refused =
                RpcOutcomes.of(CsiRpc.CREATE_VOLUME, CsiCode.OUT_OF_RANGE, "too large", true);
        RpcOutcome<CreateVolumeResponse> open = RpcOutcomes.of(CsiRpc.CREATE_VOLUME, CsiCode.ABORTED, "busy", true);
        // Then
        assertThat(refused)
                .isEqualTo(new RpcOutcome.Rejected<>(
                        CsiCode.OUT_OF_RANGE, "too large", Optional.empty(), RpcOutcome.Origin.PLUGIN));
        assertThat(open).isEqualTo(new RpcOutcome.Uncertain<>(CsiCode.ABORTED, "busy", RpcOutcome.Origin.PLUGIN));
        assertThat(open.saying(words -> words + ", again"))
                .isEqualTo(new RpcOutcome.Uncertain<>(CsiCode.ABORTED, "busy, again", RpcOutcome.Origin.PLUGIN));
    }

    @Test
    @DisplayName("OK ends a call only with what the specification requires in the answer")
    void anAnswerIsDoneOrUncertain() {
        // Given
        CreateVolumeResponse whole = CreateVolumeResponse.newBuilder()
                .setVolume(Volume.newBuilder().setVolumeId("v"))
                .build();
        // When
        RpcOutcome<CreateVolumeResponse> done = RpcOutcomes.of(CsiRpc.CREATE_VOLUME, ok(whole));
        RpcOutcome<CreateVolumeResponse> half =
                RpcOutcomes.of(CsiRpc.CREATE_VOLUME, ok(CreateVolumeResponse.getDefaultInstance()));
        // Then
        assertThat(done).isEqualTo(RpcOutcome.done(whole)).isEqualTo(done.saying(words -> "changed"));
        assertThat(half).isInstanceOfSatisfying(RpcOutcome.Uncertain.class, uncertain -> assertThat(uncertain.message())
                .startsWith("CreateVolume: the plugin answered OK, but in its answer"));
    }

    @Test
    @DisplayName("A number that gRPC does not define is UNKNOWN; labels are spelled as other orchestrators spell them")
    void numbersOfCodes() {
        assertThat(errors()).allSatisfy(code -> assertThat(
                        CsiCode.of(Status.Code.valueOf(code.name()).value()))
                .isEqualTo(code));
        assertThat(CsiCode.of(0)).isEqualTo(CsiCode.OK);
        assertThat(CsiCode.of(-1)).isEqualTo(CsiCode.UNKNOWN);
        assertThat(CsiCode.of(17)).isEqualTo(CsiCode.UNKNOWN);
        assertThat(CsiCode.DEADLINE_EXCEEDED.label()).isEqualTo("DeadlineExceeded");
    }

    private static <R extends Message> WireCall.Reply<R> ok(R answer) {
        return new WireCall.Reply<>(Status.OK, Optional.of(answer), true, true, 1, Duration.ZERO);
    }

    private static List<CsiRpc<?, ?>> all() {
        return Arrays.stream(CsiRpc.class.getFields())
                .<CsiRpc<?, ?>>map(RpcOutcomesTest::constant)
                .toList();
    }

    private static CsiRpc<?, ?> constant(Field field) {
        try {
            return (CsiRpc<?, ?>) field.get(null);
        } catch (IllegalAccessException e) {
            throw new AssertionError(e);
        }
    }

    private static List<CsiCode> errors() {
        return Arrays.stream(CsiCode.values())
                .filter(code -> code != CsiCode.OK)
                .toList();
    }

    private static Map<String, String> page() throws IOException {
        return rows().stream().collect(Collectors.toMap(row -> row[0] + " " + row[1], row -> row[2]));
    }

    private static List<String[]> rows() throws IOException {
        return Files.readAllLines(Path.of("endings.md")).stream()
                .filter(line -> line.startsWith("|") && !line.startsWith("|--") && !line.startsWith("| RPC"))
                .map(line -> Arrays.stream(line.substring(1).split("\\|"))
                        .map(String::strip)
                        .toArray(String[]::new))
                .toList();
    }
}
