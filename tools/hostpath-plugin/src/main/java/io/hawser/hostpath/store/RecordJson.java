package io.hawser.hostpath.store;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import io.hawser.hostpath.node.NodeVolume;
import io.hawser.hostpath.node.Staging;
import io.hawser.hostpath.node.Target;
import io.hawser.hostpath.volume.AccessMode;
import io.hawser.hostpath.volume.Capability;
import io.hawser.hostpath.volume.MountFlag;
import io.hawser.hostpath.volume.NodeId;
import io.hawser.hostpath.volume.Publication;
import io.hawser.hostpath.volume.Volume;
import io.hawser.hostpath.volume.VolumeId;
import io.hawser.hostpath.volume.VolumeName;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * The records as files: JSON, one object each, format 1. Whatever cannot be read back exactly is an
 * {@link IllegalArgumentException}.
 */
final class RecordJson {
    private static final int FORMAT = 1;
    private static final Gson PRETTY =
            new GsonBuilder().setPrettyPrinting().disableHtmlEscaping().create();

    private RecordJson() {}

    static String write(Volume volume) {
        JsonObject json = object();
        json.addProperty("id", volume.id().text());
        json.addProperty("name", volume.name().text());
        json.addProperty("phase", volume.phase().name());
        json.addProperty("capacityBytes", volume.capacityBytes());
        json.add("capabilities", array(volume.capabilities(), RecordJson::capability));
        JsonObject parameters = new JsonObject();
        new TreeMap<>(volume.parameters()).forEach(parameters::addProperty);
        json.add("parameters", parameters);
        json.add(
                "accessibleFrom",
                PRETTY.toJsonTree(
                        volume.accessibleFrom().stream().map(NodeId::text).toList()));
        json.add("publications", array(volume.publications().values(), RecordJson::publication));
        return PRETTY.toJson(json) + "\n";
    }

    static Volume volume(String text) {
        return read(text, json -> {
            TreeMap<NodeId, Publication> publications = new TreeMap<>();
            list(json, "publications", RecordJson::publication).forEach(p -> publications.put(p.node(), p));
            return new Volume(
                    id(json),
                    new VolumeName(string(json, "name")),
                    Volume.Phase.valueOf(string(json, "phase")),
                    required(json, "capacityBytes").getAsLong(),
                    list(json, "capabilities", RecordJson::capability),
                    strings(required(json, "parameters").getAsJsonObject()),
                    new TreeSet<>(list(json, "accessibleFrom", e -> new NodeId(e.getAsString()))),
                    publications);
        });
    }

    static String write(NodeVolume volume) {
        JsonObject json = object();
        json.addProperty("id", volume.id().text());
        volume.staging().ifPresent(s -> {
            JsonObject staging = new JsonObject();
            staging.addProperty("path", s.path().toString());
            staging.add("capability", capability(s.capability()));
            json.add("staging", staging);
        });
        json.add("targets", array(volume.targets(), t -> {
            JsonObject target = new JsonObject();
            target.addProperty("path", t.path().toString());
            target.add("capability", capability(t.capability()));
            target.addProperty("readOnly", t.readOnly());
            return target;
        }));
        return PRETTY.toJson(json) + "\n";
    }

    static NodeVolume nodeVolume(String text) {
        return read(
                text,
                json -> new NodeVolume(
                        id(json),
                        Optional.ofNullable(json.getAsJsonObject("staging"))
                                .map(s ->
                                        new Staging(Path.of(string(s, "path")), capability(required(s, "capability")))),
                        list(json, "targets", e -> {
                            JsonObject t = e.getAsJsonObject();
                            return new Target(
                                    Path.of(string(t, "path")),
                                    capability(required(t, "capability")),
                                    required(t, "readOnly").getAsBoolean());
                        })));
    }

    private static JsonObject publication(Publication publication) {
        JsonObject json = new JsonObject();
        json.addProperty("node", publication.node().text());
        json.add("capability", capability(publication.capability()));
        json.addProperty("readOnly", publication.readOnly());
        json.addProperty("token", publication.token());
        return json;
    }

    private static Publication publication(JsonElement element) {
        JsonObject json = element.getAsJsonObject();
        return new Publication(
                new NodeId(string(json, "node")),
                capability(required(json, "capability")),
                required(json, "readOnly").getAsBoolean(),
                string(json, "token"));
    }

    private static JsonObject capability(Capability capability) {
        JsonObject json = new JsonObject();
        json.addProperty("mode", capability.mode().name());
        json.add(
                "flags",
                PRETTY.toJsonTree(
                        capability.flags().stream().map(MountFlag::text).toList()));
        return json;
    }

    private static Capability capability(JsonElement element) {
        JsonObject json = element.getAsJsonObject();
        List<MountFlag> flags = list(json, "flags", e -> MountFlag.parse(e.getAsString())
                .orElseThrow(() -> new IllegalArgumentException("flags: unknown flag")));
        return new Capability(AccessMode.valueOf(string(json, "mode")), Set.copyOf(flags));
    }

    private static JsonObject object() {
        JsonObject json = new JsonObject();
        json.addProperty("format", FORMAT);
        return json;
    }

    private static <T> T read(String text, Function<JsonObject, T> reader) {
        try {
            JsonObject json = JsonParser.parseString(text).getAsJsonObject();
            int format = required(json, "format").getAsInt();
            if (format != FORMAT) throw new IllegalArgumentException("format: is " + format + ", not " + FORMAT);
            return reader.apply(json);
        } catch (JsonParseException | IllegalStateException | UnsupportedOperationException | ClassCastException e) {
            throw new IllegalArgumentException("not a record in JSON", e);
        }
    }

    private static VolumeId id(JsonObject json) {
        return VolumeId.parse(string(json, "id"))
                .orElseThrow(() -> new IllegalArgumentException("id: not a volume id"));
    }

    private static String string(JsonObject json, String field) {
        return required(json, field).getAsString();
    }

    private static JsonElement required(JsonObject json, String field) {
        JsonElement value = json.get(field);
        if (value == null) throw new IllegalArgumentException(field + ": is missing");
        return value;
    }

    private static Map<String, String> strings(JsonObject json) {
        Map<String, String> map = new TreeMap<>();
        json.entrySet().forEach(e -> map.put(e.getKey(), e.getValue().getAsString()));
        return map;
    }

    private static <T> JsonArray array(Collection<T> values, Function<T, JsonObject> writer) {
        JsonArray array = new JsonArray();
        values.forEach(v -> array.add(writer.apply(v)));
        return array;
    }

    private static <T> List<T> list(JsonObject json, String field, Function<JsonElement, T> reader) {
        List<T> values = new ArrayList<>();
        required(json, field).getAsJsonArray().forEach(e -> values.add(reader.apply(e)));
        return values;
    }
}
