package io.hawser.cli.command;

import io.hawser.v1.CapacityRange;
import io.hawser.v1.CreateVolume;
import io.hawser.v1.VolumeSpec;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "create",
        description = "Creates volumes, and waits until they are there.",
        footerHeading = RecordFile.FOOTER,
        footer = {
            "  name: data",
            "  spec:",
            "    plugin: hostpath.hawser",
            "    sharing: SHARING_ALL",
            "    mount: {}",
            "    capacity: {requiredBytes: 1073741824}"
        })
final class VolumeCreate extends NewVolume<CreateVolume> {
    @Parameters(paramLabel = "NAME", arity = "0..*", description = "Lower case DNS label, 1 to 63 characters.")
    private List<String> names = List.of();

    @Option(names = "--size", paramLabel = "SIZE", description = "At least this much, such as 1GiB.")
    private HawserCli.@Nullable ByteCount size;

    VolumeCreate() {
        super(CreateVolume.getDefaultInstance(), "created");
    }

    @Override
    List<String> names() {
        return names;
    }

    @Override
    CreateVolume command(String name, VolumeSpec.Builder spec) {
        if (size != null) {
            spec.setCapacity(CapacityRange.newBuilder().setRequiredBytes(size.bytes()));
        }
        return CreateVolume.newBuilder().setName(name).setSpec(spec).build();
    }

    @Override
    String name(CreateVolume command) {
        return command.getName();
    }

    @Override
    VolumeSpec spec(CreateVolume command) {
        return command.getSpec();
    }

    @Override
    String refused(String name) {
        return "the plugin refuses to create volume " + name;
    }
}
