package io.hawser.cli.command;

import io.hawser.v1.RegisterVolume;
import io.hawser.v1.VolumeSpec;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "register",
        description = "Registers volumes that a plugin has already, and waits until the plugin confirms them. No other"
                + " program may use them. Their removal keeps the data.",
        footerHeading = RecordFile.FOOTER,
        footer = {
            "  name: archive",
            "  spec:",
            "    plugin: csi.example.org",
            "    sharing: SHARING_ALL",
            "    mount: {}",
            "    topology: {requisite: [{segments: {zone: a}}]}",
            "  volumeId: vol-0a1b",
            "  volumeContext: {pool: a}"
        })
final class VolumeRegister extends NewVolume<RegisterVolume> {
    // One: the options describe one volume.
    @Parameters(paramLabel = "NAME", arity = "0..1", description = "Lower case DNS label, 1 to 63 characters.")
    private @Nullable String name;

    @Option(names = "--id", defaultValue = "", paramLabel = "ID", description = "The plugin's id of the volume.")
    private String id;

    @Option(
            names = "--context",
            paramLabel = "KEY=VALUE",
            description = "What the plugin answered as volume_context when it created the volume.")
    private Map<String, String> context = new LinkedHashMap<>();

    VolumeRegister() {
        super(RegisterVolume.getDefaultInstance(), "registered");
    }

    @Override
    List<String> names() {
        return name == null ? List.of() : List.of(name);
    }

    @Override
    RegisterVolume command(String name, VolumeSpec.Builder spec) {
        if (id.isEmpty()) {
            throw new IllegalArgumentException("--id is missing");
        }
        return RegisterVolume.newBuilder()
                .setName(name)
                .setSpec(spec)
                .setVolumeId(id)
                .putAllVolumeContext(context)
                .build();
    }

    @Override
    String name(RegisterVolume command) {
        return command.getName();
    }

    @Override
    VolumeSpec spec(RegisterVolume command) {
        return command.getSpec();
    }

    @Override
    String option(String field) {
        return switch (field) {
            case "volume_id" -> "id";
            case "volume_context" -> "context";
            default -> super.option(field);
        };
    }

    @Override
    String refused(String name) {
        return "volume " + name + " is not registered";
    }
}
