package io.hawser.testkit.strict.rule;

import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.MapEntry;
import com.google.protobuf.Message;
import io.hawser.csi.v1.CsiProto;
import io.hawser.testkit.strict.Call;
import io.hawser.testkit.strict.Rpc;
import io.hawser.testkit.strict.knowledge.Placement;
import io.hawser.testkit.strict.knowledge.World;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Secrets go where they are declared, and nowhere else. Findings name keys and fields, never values. */
final class SecretRules {

    private static final String SECTION = "Secrets Requirements";
    private static final Set<Rpc> WITH_SECRETS =
            Rule.every(rpc -> rpc.requestPrototype().getDescriptorForType().findFieldByName("secrets") != null);

    private SecretRules() {}

    static List<Rule> all() {
        return List.of(
                Rule.must(
                        "secrets-only-in-secret-fields",
                        SECTION,
                        "A secret stands in a field that is declared for secrets, and in no other.",
                        EnumSet.allOf(Rpc.class),
                        SecretRules::nowhereElse),
                Rule.must(
                        "secret-keys",
                        SECTION,
                        "A secret's key has letters, digits, '-', '_' and '.' only.",
                        WITH_SECRETS,
                        SecretRules::keys),
                Rule.should(
                        "unpublish-secrets-as-publish",
                        "ControllerUnpublishVolume",
                        "ControllerUnpublishVolume carries the secrets that ControllerPublishVolume did.",
                        EnumSet.of(Rpc.CONTROLLER_UNPUBLISH_VOLUME),
                        SecretRules::asPublished));
    }

    private static Finding nowhereElse(Call call, World world) {
        List<String> leaks = new ArrayList<>();
        Set<String> own = Set.copyOf(call.fields().secrets().values());
        texts(call.request(), leaks, text -> text.length() > 3 && (own.contains(text) || world.secret(text)));
        return Finding.keptIf(leaks.isEmpty(), "a secret's value stands in " + leaks);
    }

    private static void texts(Message message, List<String> leaks, Predicate<String> secret) {
        for (Map.Entry<FieldDescriptor, Object> entry : message.getAllFields().entrySet()) {
            FieldDescriptor field = entry.getKey();
            if (field.getOptions().getExtension(CsiProto.csiSecret)) {
                continue;
            }
            List<?> values = field.isRepeated() ? (List<?>) entry.getValue() : List.of(entry.getValue());
            for (Object value : values) {
                Stream<?> texts =
                        switch (value) {
                            case String text -> Stream.of(text);
                            case MapEntry<?, ?> pair -> Stream.of(pair.getKey(), pair.getValue());
                            case Message inner -> {
                                texts(inner, leaks, secret);
                                yield Stream.empty();
                            }
                            default -> Stream.empty();
                        };
                if (texts.anyMatch(text -> secret.test((String) text))) {
                    leaks.add(field.getName());
                }
            }
        }
    }

    private static Finding keys(Call call, World world) {
        Set<String> keys = call.fields().secrets().keySet();
        return keys.isEmpty()
                ? Finding.NOT_CONCERNED
                : Finding.keptIf(keys.stream().allMatch(key -> key.matches("[-_.A-Za-z0-9]+")), "keys " + keys);
    }

    private static Finding asPublished(Call call, World world) {
        Placement placement =
                world.placements().at(call.subject().key(), call.fields().nodeId());
        if (placement.attachment().absent()) {
            return Finding.NOT_CONCERNED;
        }
        return Finding.keptIf(
                placement.publishSecrets().equals(call.fields().secrets()),
                "keys " + call.fields().secrets().keySet() + " or their values differ",
                placement.attachment().lastCall());
    }
}
