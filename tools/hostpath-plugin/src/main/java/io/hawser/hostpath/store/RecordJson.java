package io.hawser.hostpath.store;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonParseException;
import io.hawser.hostpath.node.NodeVolume;
import io.hawser.hostpath.node.Staging;
import io.hawser.hostpath.node.Target;
import io.hawser.hostpath.volume.AccessMode;
import io.hawser.hostpath.volume.AccessType;
import io.hawser.hostpath.volume.Capability;
import io.hawser.hostpath.volume.MountFlag;
import io.hawser.hostpath.volume.NodeId;
import io.hawser.hostpath.volume.Publication;
import io.hawser.hostpath.volume.Volume;
import io.hawser.hostpath.volume.VolumeId;
import io.hawser.hostpath.volume.VolumeName;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Converts the records to files and back: JSON, one object each, format 1. Content that cannot be read back exactly
 * causes an {@link IllegalArgumentException}. The nested records have the JSON's form; a missing field is null.
 */
final class RecordJson {
    private static final int FORMAT = 1;
    private static final Gson PRETTY =
            new GsonBuilder().setPrettyPrinting().disableHtmlEscaping().create();

    private record VolumeForm(
            int format,
            String id,
            String name,
            Volume.Phase phase,
            Long capacityBytes,
            List<CapabilityForm> capabilities,
            Map<String, String> parameters,
            List<String> accessibleFrom,
            List<PublicationForm> publications) {}

    private record NodeForm(int format, String id, @Nullable StagingForm staging, List<TargetForm> targets) {}

    /** @param access null: a directory, as every volume was before there were block volumes */
    private record CapabilityForm(@Nullable AccessType access, AccessMode mode, List<String> flags) {}

    private record PublicationForm(String node, CapabilityForm capability, Boolean readOnly, String token) {}

    private record StagingForm(String path, CapabilityForm capability) {}

    private record TargetForm(String path, CapabilityForm capability, Boolean readOnly) {}

    private RecordJson() {}

    static String write(Volume volume) {
        return text(new VolumeForm(
                FORMAT,
                volume.id().text(),
                volume.name().text(),
                volume.phase(),
                volume.capacityBytes(),
                volume.capabilities().stream().map(RecordJson::form).toList(),
                new TreeMap<>(volume.parameters()),
                volume.accessibleFrom().stream().map(NodeId::text).toList(),
                volume.publications().values().stream()
                        .map(p -> new PublicationForm(p.node().text(), form(p.capability()), p.readOnly(), p.token()))
                        .toList()));
    }

    static Volume volume(String text) {
        VolumeForm form = read(text, VolumeForm.class, VolumeForm::format);
        TreeMap<NodeId, Publication> publications = new TreeMap<>();
        each("publications", form.publications(), RecordJson::publication).forEach(p -> publications.put(p.node(), p));
        Map<String, String> parameters = new TreeMap<>(required("parameters", form.parameters()));
        parameters.values().forEach(value -> required("parameters", value));
        return new Volume(
                id(form.id()),
                new VolumeName(required("name", form.name())),
                required("phase", form.phase()),
                required("capacityBytes", form.capacityBytes()),
                each("capabilities", form.capabilities(), RecordJson::capability),
                parameters,
                new TreeSet<>(each("accessibleFrom", form.accessibleFrom(), NodeId::new)),
                publications);
    }

    static String write(NodeVolume volume) {
        return text(new NodeForm(
                FORMAT,
                volume.id().text(),
                volume.staging()
                        .map(s -> new StagingForm(s.path().toString(), form(s.capability())))
                        .orElse(null),
                volume.targets().stream()
                        .map(t -> new TargetForm(t.path().toString(), form(t.capability()), t.readOnly()))
                        .toList()));
    }

    static NodeVolume nodeVolume(String text) {
        NodeForm form = read(text, NodeForm.class, NodeForm::format);
        return new NodeVolume(
                id(form.id()),
                Optional.ofNullable(form.staging()).map(s -> new Staging(path(s.path()), capability(s.capability()))),
                each(
                        "targets",
                        form.targets(),
                        t -> new Target(
                                path(t.path()), capability(t.capability()), required("readOnly", t.readOnly()))));
    }

    private static CapabilityForm form(Capability capability) {
        return new CapabilityForm(
                capability.type(),
                capability.mode(),
                capability.flags().stream().map(MountFlag::text).toList());
    }

    private static Capability capability(CapabilityForm form) {
        List<MountFlag> flags = each("flags", required("capability", form).flags(), flag -> MountFlag.parse(flag)
                .orElseThrow(() -> new IllegalArgumentException("flags: unknown flag")));
        AccessType type = Objects.requireNonNullElse(form.access(), AccessType.MOUNT);
        return new Capability(type, required("mode", form.mode()), Set.copyOf(flags));
    }

    private static Publication publication(PublicationForm form) {
        return new Publication(
                new NodeId(required("node", form.node())),
                capability(form.capability()),
                required("readOnly", form.readOnly()),
                required("token", form.token()));
    }

    private static VolumeId id(String text) {
        return VolumeId.parse(required("id", text))
                .orElseThrow(() -> new IllegalArgumentException("id: not a volume id"));
    }

    private static Path path(String text) {
        return Path.of(required("path", text));
    }

    private static String text(Record form) {
        return PRETTY.toJson(form) + "\n";
    }

    private static <F> F read(String text, Class<F> type, Function<F, Integer> format) {
        F form;
        try {
            form = PRETTY.fromJson(text, type);
        } catch (JsonParseException e) {
            throw new IllegalArgumentException("not a record in JSON", e);
        }
        if (form == null) throw new IllegalArgumentException("not a record in JSON");
        int written = format.apply(form);
        if (written != FORMAT) throw new IllegalArgumentException("format: is " + written + ", not " + FORMAT);
        return form;
    }

    private static <V> V required(String field, @Nullable V value) {
        if (value == null) throw new IllegalArgumentException(field + ": is missing");
        return value;
    }

    private static <F, V> List<V> each(String field, List<F> forms, Function<F, V> reader) {
        return required(field, forms).stream()
                .map(form -> reader.apply(required(field, form)))
                .toList();
    }
}
