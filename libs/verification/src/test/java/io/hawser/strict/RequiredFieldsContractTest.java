package io.hawser.strict;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import io.grpc.Status;
import io.hawser.strict.call.Capabilities;
import io.hawser.strict.call.CapabilityProfiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** By the marks of the contract (csi.proto), not by those that the rule itself goes by. */
class RequiredFieldsContractTest {

    private static final Pattern REQUEST = Pattern.compile("message (\\w+)Request \\{");
    private static final Pattern REQUIRED = Pattern.compile("  \\S.* (\\w+) = \\d+.*; // required");
    private static final Set<FieldDescriptor.JavaType> NEVER_ABSENT =
            EnumSet.of(FieldDescriptor.JavaType.BOOLEAN, FieldDescriptor.JavaType.INT, FieldDescriptor.JavaType.LONG);

    @TempDir
    Path folder;

    /** What came of a request that lacks a field. */
    private record Judged(Set<String> broken, Optional<Status.Code> code) {}

    @Test
    @DisplayName("Whichever required field a call leaves out, it is refused, and breaks that rule alone")
    void missesEveryRequiredField() throws IOException {
        // Given
        Set<String> required = required();
        Capabilities offered = CapabilityProfiles.full();
        Map<String, Judged> judged = new TreeMap<>();
        try (StrictPlugin plugin = StrictPlugin.start(StrictPluginOptions.at(folder.resolve("csi.sock"))
                        .withNodes("n1")
                        .withLimits(WrongCaller.ANY_PACE));
                Caller caller = new Caller(plugin, folder)) {
            caller.read(offered, "n1");
            EveryCall calls = new EveryCall(caller, offered);
            calls.wholeLife("a");

            // When
            calls.requests().forEach((rpc, request) -> {
                for (FieldDescriptor field : request.getDescriptorForType().getFields()) {
                    String name = rpc.wireName() + "." + field.getName();
                    if (required.contains(name) && !NEVER_ABSENT.contains(field.getJavaType())) {
                        Message without = request.toBuilder().clearField(field).build();
                        plugin.forgetVerdict();
                        Optional<Status.Code> code = Caller.code(() -> calls.call(rpc, without));
                        judged.put(name, new Judged(plugin.verdict().broken(), code));
                    }
                }
            });
        }

        // Then
        Judged refused = new Judged(Set.of("required-fields"), Optional.of(Status.Code.INVALID_ARGUMENT));
        assertThat(judged).allSatisfy((name, found) -> assertThat(found).isEqualTo(refused));
        assertThat(judged.keySet())
                .contains("CreateVolume.volume_capabilities", "NodeExpandVolume.volume_path")
                .hasSize(38);
    }

    /** Each as the name of its RPC and its own. */
    private static Set<String> required() throws IOException {
        Path contract = Path.of("").toAbsolutePath().resolve("../../proto/src/main/proto/csi/v1/csi.proto");
        Set<String> names = new HashSet<>();
        String rpc = "";
        for (String line : Files.readAllLines(contract)) {
            Matcher request = REQUEST.matcher(line);
            Matcher field = REQUIRED.matcher(line);
            if (!line.startsWith(" ")) {
                rpc = request.matches() ? request.group(1) : "";
            } else if (field.matches() && !rpc.isEmpty()) {
                names.add(rpc + "." + field.group(1));
            }
        }
        return names;
    }
}
