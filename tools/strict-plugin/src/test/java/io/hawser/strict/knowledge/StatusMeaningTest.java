package io.hawser.strict.knowledge;

import static io.hawser.strict.knowledge.StatusMeaning.REJECTED_FIX;
import static io.hawser.strict.knowledge.StatusMeaning.REJECTED_WAIT;
import static io.hawser.strict.knowledge.StatusMeaning.UNCERTAIN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.grpc.Status.Code;
import io.hawser.strict.call.Rpc;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The specification's error tables, call by call and in its order: FIX where the caller must fix what it asks, WAIT
 * where it must wait for, or bring about, something else before it asks the same again.
 */
class StatusMeaningTest {
    private static final String PAGE = """
            Probe                       FAILED_PRECONDITION WAIT
            CreateVolume                INVALID_ARGUMENT FIX, NOT_FOUND WAIT, ALREADY_EXISTS FIX, \
            RESOURCE_EXHAUSTED WAIT, OUT_OF_RANGE FIX
            DeleteVolume                FAILED_PRECONDITION WAIT
            ControllerPublishVolume     NOT_FOUND WAIT, ALREADY_EXISTS FIX, FAILED_PRECONDITION WAIT, \
            RESOURCE_EXHAUSTED WAIT
            ControllerUnpublishVolume   NOT_FOUND WAIT
            ValidateVolumeCapabilities  NOT_FOUND WAIT
            ControllerGetVolume         NOT_FOUND WAIT
            ControllerModifyVolume      INVALID_ARGUMENT FIX, NOT_FOUND WAIT
            CreateSnapshot              ALREADY_EXISTS FIX, RESOURCE_EXHAUSTED WAIT
            DeleteSnapshot              INVALID_ARGUMENT FIX, FAILED_PRECONDITION WAIT
            GetSnapshot                 NOT_FOUND WAIT
            ControllerExpandVolume      INVALID_ARGUMENT FIX, NOT_FOUND WAIT, OUT_OF_RANGE FIX, FAILED_PRECONDITION WAIT
            NodeStageVolume             NOT_FOUND WAIT, ALREADY_EXISTS FIX, FAILED_PRECONDITION WAIT
            NodeUnstageVolume           NOT_FOUND WAIT
            NodePublishVolume           NOT_FOUND WAIT, ALREADY_EXISTS FIX, FAILED_PRECONDITION WAIT
            NodeUnpublishVolume         NOT_FOUND WAIT
            NodeGetVolumeStats          NOT_FOUND WAIT
            NodeExpandVolume            INVALID_ARGUMENT FIX, NOT_FOUND WAIT, OUT_OF_RANGE FIX, FAILED_PRECONDITION WAIT
            CreateVolumeGroupSnapshot   ALREADY_EXISTS FIX, FAILED_PRECONDITION WAIT, RESOURCE_EXHAUSTED WAIT
            DeleteVolumeGroupSnapshot   INVALID_ARGUMENT FIX, FAILED_PRECONDITION WAIT
            GetVolumeGroupSnapshot      INVALID_ARGUMENT FIX, NOT_FOUND WAIT
            """;

    private static final Map<String, Map<Code, StatusMeaning>> LISTED = listed();

    @ParameterizedTest(name = "{0} {1}: {2}")
    @MethodSource("everyAnswer")
    void aCodeMeansWhatTheSpecificationSays(Rpc rpc, Code code, StatusMeaning expected) {
        // Given the specification's tables

        // When
        StatusMeaning ending = StatusMeaning.of(rpc, code);

        // Then
        assertThat(ending).isEqualTo(expected);
        assertThat(ending.rejected()).isEqualTo(expected != StatusMeaning.DONE && expected != UNCERTAIN);
    }

    static Stream<Arguments> everyAnswer() {
        Map<String, Map<Code, StatusMeaning>> unread = new HashMap<>(LISTED);
        List<Arguments> answers = new ArrayList<>();
        for (Rpc rpc : Rpc.values()) {
            Map<Code, StatusMeaning> own = unread.getOrDefault(name(rpc), Map.of());
            unread.remove(name(rpc));
            for (Code code : Code.values()) {
                answers.add(arguments(rpc, code, own.getOrDefault(code, general(code))));
            }
        }
        assertThat(unread).as("calls that are none").isEmpty();
        return answers.stream();
    }

    /** The table of what every call may answer; what it does not list says nothing for certain. */
    private static StatusMeaning general(Code code) {
        return switch (code) {
            case OK -> StatusMeaning.DONE;
            case INVALID_ARGUMENT, PERMISSION_DENIED, UNAUTHENTICATED -> REJECTED_FIX;
            case UNIMPLEMENTED -> StatusMeaning.REJECTED_UNIMPLEMENTED;
            case ABORTED,
                    CANCELLED,
                    UNKNOWN,
                    DEADLINE_EXCEEDED,
                    NOT_FOUND,
                    ALREADY_EXISTS,
                    RESOURCE_EXHAUSTED,
                    FAILED_PRECONDITION,
                    OUT_OF_RANGE,
                    INTERNAL,
                    UNAVAILABLE,
                    DATA_LOSS -> UNCERTAIN;
        };
    }

    private static String name(Rpc rpc) {
        return rpc.name().replace("_", "").toLowerCase(java.util.Locale.ROOT);
    }

    private static Map<String, Map<Code, StatusMeaning>> listed() {
        Map<String, Map<Code, StatusMeaning>> listed = new HashMap<>();
        PAGE.lines().forEach(line -> {
            String[] cells = line.split(" +", 2);
            Map<Code, StatusMeaning> codes = new HashMap<>();
            for (String entry : cells[1].split(", ")) {
                String[] words = entry.split(" ");
                codes.put(Code.valueOf(words[0]), words[1].equals("FIX") ? REJECTED_FIX : REJECTED_WAIT);
            }
            listed.put(cells[0].toLowerCase(java.util.Locale.ROOT), codes);
        });
        return listed;
    }
}
