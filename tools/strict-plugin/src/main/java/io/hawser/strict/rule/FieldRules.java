package io.hawser.strict.rule;

import io.hawser.csi.v1.CapacityRange;
import io.hawser.csi.v1.VolumeCapability;
import io.hawser.strict.call.Call;
import io.hawser.strict.call.RequiredFields;
import io.hawser.strict.call.Rpc;
import io.hawser.strict.call.Side;
import io.hawser.strict.knowledge.World;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Rules for a request by itself. */
final class FieldRules {

    private static final Set<Rpc> EVERY = EnumSet.allOf(Rpc.class);
    private static final Set<Rpc> WITH_NAME =
            EnumSet.of(Rpc.CREATE_VOLUME, Rpc.CREATE_SNAPSHOT, Rpc.CREATE_VOLUME_GROUP_SNAPSHOT);
    private static final Set<Rpc> WITH_RANGE =
            EnumSet.of(Rpc.CREATE_VOLUME, Rpc.CONTROLLER_EXPAND_VOLUME, Rpc.NODE_EXPAND_VOLUME);

    private FieldRules() {}

    static List<Rule> all() {
        return List.of(
                Rule.of("required-fields", EVERY, FieldRules::requiredFields).refusing(),
                Rule.of("string-size", EVERY, FieldRules::stringSize).refusing(),
                Rule.of(
                                "node-id-size",
                                EnumSet.of(Rpc.CONTROLLER_PUBLISH_VOLUME, Rpc.CONTROLLER_UNPUBLISH_VOLUME),
                                FieldRules::nodeIdSize)
                        .refusing(),
                Rule.of("map-size", EVERY, FieldRules::mapSize).refusing(),
                Rule.of("mount-flags-size", EVERY, FieldRules::mountFlagsSize).refusing(),
                Rule.of("name-characters", WITH_NAME, FieldRules::nameCharacters)
                        .refusing(),
                Rule.of("capacity-range", WITH_RANGE, FieldRules::capacityRange).refusing(),
                Rule.of("paths-absolute", Rule.every(rpc -> rpc.side() == Side.NODE), FieldRules::pathsAbsolute)
                        .refusing());
    }

    private static Finding requiredFields(Call call, World world) {
        List<String> missing = RequiredFields.missing(call.rpc(), call.request());
        return Finding.keptIf(missing.isEmpty(), "left out: " + missing);
    }

    private static Finding stringSize(Call call, World world) {
        List<String> large = new ArrayList<>();
        Sizes.strings(call.request(), (field, text) -> {
            if (!field.getName().equals("node_id") && Sizes.bytes(text) > Sizes.STRING) {
                large.add(field.getName() + " has " + Sizes.bytes(text) + " bytes");
            }
        });
        return Finding.keptIf(large.isEmpty(), large.toString());
    }

    private static Finding nodeIdSize(Call call, World world) {
        int size = Sizes.bytes(call.fields().nodeId());
        return Finding.keptIf(size <= Sizes.NODE_ID, "node_id has " + size + " bytes");
    }

    private static Finding mapSize(Call call, World world) {
        List<String> large = new ArrayList<>();
        List<String> maps = new ArrayList<>();
        Sizes.maps(call.request(), (field, size) -> {
            maps.add(field.getName());
            if (size > Sizes.MAP) {
                large.add(field.getName() + " has " + size + " bytes");
            }
        });
        return maps.isEmpty() ? Finding.NOT_CONCERNED : Finding.keptIf(large.isEmpty(), large.toString());
    }

    private static Finding mountFlagsSize(Call call, World world) {
        List<Integer> sizes = call.fields().capabilities().stream()
                .filter(VolumeCapability::hasMount)
                .map(capability -> capability.getMount().getMountFlagsList().stream()
                        .mapToInt(Sizes::bytes)
                        .sum())
                .toList();
        // The flags may be sensitive, so the message contains only their size.
        return sizes.isEmpty()
                ? Finding.NOT_CONCERNED
                : Finding.keptIf(
                        sizes.stream().allMatch(size -> size <= Sizes.MAP), "mount_flags have " + sizes + " bytes");
    }

    private static Finding nameCharacters(Call call, World world) {
        boolean clean = call.fields().name().codePoints().noneMatch(FieldRules::forbidden);
        return Finding.keptIf(clean, "the name has a control character");
    }

    private static boolean forbidden(int point) {
        return point <= 0x08
                || point == 0x0b
                || point == 0x0c
                || (point >= 0x0e && point <= 0x1f)
                || (point >= 0x7f && point <= 0x9f);
    }

    private static Finding capacityRange(Call call, World world) {
        return call.fields()
                .field("capacity_range")
                .filter(field -> call.request().hasField(field))
                .map(field -> (CapacityRange) call.request().getField(field))
                .map(range -> Finding.keptIf(
                        range.getRequiredBytes() >= 0
                                && range.getLimitBytes() >= 0
                                && range.getRequiredBytes() + range.getLimitBytes() != 0
                                && (range.getLimitBytes() == 0 || range.getLimitBytes() >= range.getRequiredBytes()),
                        "required_bytes " + range.getRequiredBytes() + ", limit_bytes " + range.getLimitBytes()))
                .orElse(Finding.NOT_CONCERNED);
    }

    private static Finding pathsAbsolute(Call call, World world) {
        List<String> named = Stream.of(
                        call.fields().stagingPath(),
                        call.fields().targetPath(),
                        call.fields().volumePath())
                .filter(path -> !path.isEmpty())
                .toList();
        return named.isEmpty()
                ? Finding.NOT_CONCERNED
                : Finding.keptIf(named.stream().allMatch(path -> path.startsWith("/")), "relative path in " + named);
    }
}
