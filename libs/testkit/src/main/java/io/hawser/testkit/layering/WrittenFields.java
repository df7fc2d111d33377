package io.hawser.testkit.layering;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor.JavaType;
import com.google.protobuf.Message;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** The fields that a writer's code sets in its records: readers of any other field would wait for it in vain. */
public final class WrittenFields {
    private static final String PACKAGE = "io.hawser.v1.";

    /** By message, the methods of its builder that are called. */
    private final Map<String, Set<String>> called = new HashMap<>();

    private final Set<String> unset = new TreeSet<>();

    private WrittenFields(JavaClasses classes) {
        for (JavaClass each : classes) {
            Stream.of(each.getMethodCallsFromSelf(), each.getMethodReferencesFromSelf())
                    .flatMap(Collection::stream)
                    .forEach(this::note);
        }
    }

    /**
     * Judges the messages, and those in their proto files that they are made of.
     *
     * @param classes the writer's
     * @return the full names of the fields that no class sets
     */
    public static Set<String> unset(JavaClasses classes, Stream<Message> records) {
        WrittenFields fields = new WrittenFields(classes);
        records.map(Message::getDescriptorForType).forEach(record -> fields.judge(record, new HashSet<>()));
        return fields.unset;
    }

    private void note(JavaAccess<?> access) {
        String owner = access.getTargetOwner().getName();
        if (owner.startsWith(PACKAGE) && owner.endsWith("$Builder")) {
            called.computeIfAbsent(owner.substring(0, owner.length() - "$Builder".length()), type -> new HashSet<>())
                    .add(access.getTarget().getName());
        }
    }

    private void judge(Descriptor type, Set<Descriptor> judged) {
        if (!judged.add(type)) {
            return;
        }
        Set<String> methods = called.getOrDefault(PACKAGE + type.getName(), Set.of());
        for (FieldDescriptor field : type.getFields()) {
            if (setters(field).noneMatch(methods::contains)) {
                unset.add(field.getFullName());
            } else if (field.getJavaType() == JavaType.MESSAGE
                    && !field.isMapField()
                    && field.getMessageType().getFile() == type.getFile()) {
                judge(field.getMessageType(), judged);
            }
        }
    }

    private static Stream<String> setters(FieldDescriptor field) {
        StringBuilder name = new StringBuilder();
        Arrays.stream(field.getName().split("_")).forEach(word -> name.append(Character.toUpperCase(word.charAt(0)))
                .append(word.substring(1)));
        return Stream.of("set%s", "add%s", "addAll%s", "put%s", "putAll%s", "merge%s", "get%sBuilder", "add%sBuilder")
                .map(form -> form.formatted(name));
    }
}
