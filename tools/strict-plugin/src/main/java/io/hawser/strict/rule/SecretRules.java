package io.hawser.strict.rule;

import com.google.protobuf.MapEntry;
import com.google.protobuf.Message;
import io.hawser.csi.v1.CsiProto;
import io.hawser.strict.call.Call;
import io.hawser.strict.call.Rpc;
import io.hawser.strict.knowledge.Placement;
import io.hawser.strict.knowledge.Secrets;
import io.hawser.strict.knowledge.World;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Rules that keep secrets in the fields declared for them. Findings name keys and fields, never values. */
final class SecretRules {

    private static final Set<Rpc> WITH_SECRETS = Rule.every(rpc -> rpc.sends("secrets"));

    private SecretRules() {}

    static List<Rule> all() {
        return List.of(
                Rule.of("secrets-only-in-secret-fields", EnumSet.allOf(Rpc.class), SecretRules::nowhereElse),
                Rule.of("secret-keys", WITH_SECRETS, SecretRules::keys),
                Rule.of(
                        "unpublish-secrets-as-publish",
                        EnumSet.of(Rpc.CONTROLLER_UNPUBLISH_VOLUME),
                        SecretRules::asPublished));
    }

    /** A field that is not declared for secrets, and a text in it. */
    private record Text(String field, String text) {}

    private static Finding nowhereElse(Call call, World world) {
        Secrets own = Secrets.of(call.fields().secrets().values());
        List<Text> texts = texts(call.request()).toList();
        if (texts.isEmpty() || own.isEmpty() && world.secrets().isEmpty()) {
            return Finding.NOT_CONCERNED;
        }
        List<String> leaks = texts.stream()
                .filter(text -> own.standIn(text.text()) || world.secrets().standIn(text.text()))
                .map(Text::field)
                .toList();
        return Finding.keptIf(leaks.isEmpty(), "a secret's value is in " + leaks);
    }

    private static Stream<Text> texts(Message message) {
        return message.getAllFields().entrySet().stream()
                .filter(entry -> !entry.getKey().getOptions().getExtension(CsiProto.csiSecret))
                .flatMap(entry -> {
                    Object value = entry.getValue();
                    return (value instanceof List<?> values ? values.stream() : Stream.of(value))
                            .flatMap(one -> texts(entry.getKey().getName(), one));
                });
    }

    private static Stream<Text> texts(String field, Object value) {
        return switch (value) {
            case String text -> Stream.of(new Text(field, text));
            case MapEntry<?, ?> pair ->
                Stream.of(pair.getKey(), pair.getValue()).flatMap(part -> texts(field, part));
            case Message inner -> texts(inner);
            default -> Stream.empty();
        };
    }

    private static Finding keys(Call call, World world) {
        Set<String> keys = call.fields().secrets().keySet();
        return keys.isEmpty()
                ? Finding.NOT_CONCERNED
                : Finding.keptIf(keys.stream().allMatch(key -> key.matches("[-_.A-Za-z0-9]+")), "keys " + keys);
    }

    private static Finding asPublished(Call call, World world) {
        Placement placement = world.here(call);
        if (placement.attachment().absent()) {
            return Finding.NOT_CONCERNED;
        }
        return placement
                .publishSecrets()
                .map(published -> Finding.keptIf(
                        published.equals(call.fields().secrets()),
                        "keys " + call.fields().secrets().keySet() + " or their values differ",
                        placement.attachment().lastCall()))
                .orElse(Finding.NOT_CONCERNED);
    }
}
