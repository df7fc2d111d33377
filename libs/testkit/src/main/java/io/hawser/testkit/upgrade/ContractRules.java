package io.hawser.testkit.upgrade;

import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.DescriptorProtos.EnumDescriptorProto;
import com.google.protobuf.DescriptorProtos.EnumValueDescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What a next version's messages may do while records of a release lie on the topics, and its services write more:
 * they add. Records may be JSON, so names count as numbers do. What goes leaves its number and its name reserved.
 */
public final class ContractRules {
    private final Map<String, DescriptorProto> messages = new TreeMap<>();
    private final Map<String, EnumDescriptorProto> enums = new TreeMap<>();

    private ContractRules(FileDescriptorSet contracts) {
        for (FileDescriptorProto file : contracts.getFileList()) {
            String prefix = file.getPackage().isEmpty() ? "" : file.getPackage() + ".";
            file.getMessageTypeList().forEach(message -> collect(prefix, message));
            file.getEnumTypeList().forEach(each -> enums.put(prefix + each.getName(), each));
        }
    }

    private void collect(String prefix, DescriptorProto message) {
        String name = prefix + message.getName();
        messages.put(name, message);
        message.getNestedTypeList().forEach(inner -> collect(name + ".", inner));
        message.getEnumTypeList().forEach(each -> enums.put(name + "." + each.getName(), each));
    }

    /** @return what the next version must not do, one sentence each */
    public static List<String> broken(FileDescriptorSet release, FileDescriptorSet next) {
        ContractRules before = new ContractRules(release);
        ContractRules after = new ContractRules(next);
        List<String> sentences = new ArrayList<>();
        before.messages.forEach((name, message) -> {
            DescriptorProto now = after.messages.get(name);
            if (now == null) {
                sentences.add(name + " is gone");
            } else {
                message.getFieldList()
                        .forEach(field -> broken(message, field, now).ifPresent(what -> sentences.add(name + what)));
            }
        });
        before.enums.forEach((name, values) -> {
            EnumDescriptorProto now = after.enums.get(name);
            if (now == null) {
                sentences.add(name + " is gone");
            } else {
                values.getValueList()
                        .forEach(value -> broken(value, now).ifPresent(what -> sentences.add(name + what)));
            }
        });
        return sentences;
    }

    private static Optional<String> broken(DescriptorProto message, FieldDescriptorProto field, DescriptorProto now) {
        String name = "." + field.getName();
        int number = field.getNumber();
        Optional<FieldDescriptorProto> same = now.getFieldList().stream()
                .filter(each -> each.getNumber() == number)
                .findFirst();
        if (now.getFieldList().stream()
                .anyMatch(each -> each.getName().equals(field.getName()) && each.getNumber() != number)) {
            return Optional.of(name + " had number " + number);
        }
        if (same.isEmpty()) {
            boolean reserved = now.getReservedNameList().contains(field.getName())
                    && now.getReservedRangeList().stream()
                            .anyMatch(range -> range.getStart() <= number && number < range.getEnd());
            return reserved ? Optional.empty() : gone(name, number);
        }
        FieldDescriptorProto next = same.get();
        if (!next.getName().equals(field.getName()) || !next.getJsonName().equals(field.getJsonName())) {
            return Optional.of(name + " is called " + next.getName() + ", in JSON " + next.getJsonName());
        }
        if (next.getType() != field.getType() || !next.getTypeName().equals(field.getTypeName())) {
            return Optional.of(name + " has another type");
        }
        if (next.getLabel() != field.getLabel()) {
            return Optional.of(name + " has another label");
        }
        return Objects.equals(oneof(message, field), oneof(now, next))
                ? Optional.empty()
                : Optional.of(name + " is optional, or one of several, otherwise than before");
    }

    /** A field that is {@code optional} is alone in a oneof of its own. */
    private static String oneof(DescriptorProto message, FieldDescriptorProto field) {
        return field.hasOneofIndex()
                ? message.getOneofDecl(field.getOneofIndex()).getName()
                : "";
    }

    private static Optional<String> broken(EnumValueDescriptorProto value, EnumDescriptorProto now) {
        String name = "." + value.getName();
        int number = value.getNumber();
        Optional<EnumValueDescriptorProto> same = now.getValueList().stream()
                .filter(each -> each.getName().equals(value.getName()))
                .findFirst();
        if (same.isPresent()) {
            return same.get().getNumber() == number ? Optional.empty() : Optional.of(name + " had number " + number);
        }
        Optional<String> taken = now.getValueList().stream()
                .filter(each -> each.getNumber() == number)
                .map(each -> name + " is called " + each.getName())
                .findFirst();
        // Unlike a message's, these ranges include their end.
        boolean reserved = now.getReservedNameList().contains(value.getName())
                && now.getReservedRangeList().stream()
                        .anyMatch(range -> range.getStart() <= number && number <= range.getEnd());
        return taken.or(() -> reserved ? Optional.empty() : gone(name, number));
    }

    private static Optional<String> gone(String name, int number) {
        return Optional.of(name + " is gone, and its number " + number + " and its name are not both reserved");
    }
}
