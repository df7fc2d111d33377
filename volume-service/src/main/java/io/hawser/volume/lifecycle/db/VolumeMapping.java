package io.hawser.volume.lifecycle.db;

import io.hawser.ledger.call.CallToken;
import io.hawser.ledger.tx.ColumnCodec;
import io.hawser.ledger.tx.UnreadableRowException;
import io.hawser.v1.MountReport;
import io.hawser.v1.VolumeSpec;
import io.hawser.volume.id.Identifier;
import io.hawser.volume.id.NodeName;
import io.hawser.volume.id.TargetId;
import io.hawser.volume.id.TaskName;
import io.hawser.volume.id.VolumeName;
import io.hawser.volume.lifecycle.Attachment;
import io.hawser.volume.lifecycle.Claim;
import io.hawser.volume.lifecycle.Forget;
import io.hawser.volume.lifecycle.MountOptions;
import io.hawser.volume.lifecycle.MountsOnNode;
import io.hawser.volume.lifecycle.Obstacle;
import io.hawser.volume.lifecycle.Operation;
import io.hawser.volume.lifecycle.Provision;
import io.hawser.volume.lifecycle.Provision.CreateCapabilities;
import io.hawser.volume.lifecycle.Publication;
import io.hawser.volume.lifecycle.Retry;
import io.hawser.volume.lifecycle.Volume;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Maps rows to domain objects and back, field by field. */
public final class VolumeMapping {
    private VolumeMapping() {}

    public static Volume volume(VolumeRow row, List<PublicationRow> publications) {
        TreeMap<NodeName, Publication> byNode = new TreeMap<>();
        publications.forEach(publication -> byNode.put(publication.nodeName(), publication(publication)));
        return new Volume(
                row.id(),
                row.uid,
                ColumnCodec.read(VolumeSpec.parser(), row.spec),
                new Provision(
                        row.isProvisioned(),
                        row.createAttempted,
                        row.uncertain && row.isProvisioned() == row.created,
                        new Provision.Info(
                                row.volumeId,
                                row.capacityBytes,
                                VolumeColumns.map(row.volumeContext),
                                VolumeColumns.topology(row.topology)),
                        retry(row.attempt, row.notBefore, row.failure, row.parkedAt, false),
                        capabilities(row)),
                row.removal
                        ? Optional.of(new Volume.Removal(
                                row.removalForce,
                                row.removalCommand,
                                Optional.ofNullable(row.removalBarrier),
                                set(row.removalAbandoned, NodeName::new),
                                List.of(row.removalLater),
                                Optional.ofNullable(row.removalGuessed).map(NodeName::new)))
                        : Optional.empty(),
                byNode,
                Optional.ofNullable(row.callId)
                        .map(id -> new Volume.Call(
                                new CallToken(id, Objects.requireNonNull(row.callUntil)),
                                operation(row),
                                row.callUncertainBefore)),
                row.generation,
                Optional.ofNullable(row.since));
    }

    private static Optional<CreateCapabilities> capabilities(VolumeRow row) {
        return row.createMultiWriter == null || row.createConstrainsAccess == null
                ? Optional.empty()
                : Optional.of(new CreateCapabilities(row.createMultiWriter, row.createConstrainsAccess));
    }

    public static void write(Volume volume, VolumeRow row) {
        row.name = volume.name().value();
        row.uid = volume.uid();
        row.plugin = volume.spec().getPlugin();
        row.group = volume.spec().getGroup();
        row.spec = volume.spec().toByteArray();
        Provision provision = volume.provision();
        row.created = provision.created() || provision.isToConfirm();
        row.createAttempted = provision.attempted();
        row.uncertain = provision.uncertain() || provision.isToConfirm();
        row.createMultiWriter = provision
                .capabilities()
                .map(CreateCapabilities::singleNodeMultiWriter)
                .orElse(null);
        row.createConstrainsAccess = provision
                .capabilities()
                .map(CreateCapabilities::constrainsAccess)
                .orElse(null);
        row.volumeId = provision.info().volumeId();
        row.capacityBytes = provision.info().capacityBytes();
        row.volumeContext = VolumeColumns.map(provision.info().context());
        row.topology = VolumeColumns.topology(provision.info().topology());
        row.attempt = provision.retry().attempt();
        row.notBefore = provision.retry().notBefore().orElse(null);
        row.failure = provision.retry().failure();
        row.parkedAt = boxed(provision.retry().rejectedBy());
        row.removal = volume.removal().isPresent();
        row.removalForce = volume.removal().map(Volume.Removal::force).orElse(false);
        row.removalCommand = volume.removal().map(Volume.Removal::command).orElse("");
        row.removalBarrier = volume.removal().flatMap(Volume.Removal::barrier).orElse(null);
        row.removalAbandoned =
                sorted(volume.removal().map(Volume.Removal::abandoned).orElse(Set.of()));
        row.removalLater =
                volume.removal().map(Volume.Removal::later).orElse(List.of()).toArray(String[]::new);
        row.removalGuessed = volume.removal()
                .flatMap(Volume.Removal::guessed)
                .map(NodeName::value)
                .orElse(null);
        row.generation = volume.generation();
        row.since = volume.since().orElse(null);
        write(volume.call(), row);
    }

    private static void write(Optional<Volume.Call> call, VolumeRow row) {
        row.callId = call.map(c -> c.token().id()).orElse(null);
        row.callUntil = call.map(c -> c.token().until()).orElse(null);
        row.callUncertainBefore = call.map(Volume.Call::uncertainBefore).orElse(false);
        row.callKind = call.map(c -> c.operation().kind().name()).orElse(null);
        row.callNode =
                call.flatMap(c -> c.operation().node()).map(NodeName::value).orElse(null);
    }

    private static Operation operation(VolumeRow row) {
        return Operation.of(
                UnreadableRowException.constant(
                        Operation.Kind.class, "volume.call_kind", Objects.requireNonNull(row.callKind)),
                Optional.ofNullable(row.callNode).map(NodeName::new));
    }

    public static Publication publication(PublicationRow row) {
        return new Publication(
                row.nodeName(),
                UnreadableRowException.constant(Publication.State.class, "publication.state", row.state),
                row.csiNodeId,
                VolumeColumns.map(row.publishContext),
                new MountsOnNode(row.generation, row.lostGeneration, report(row)),
                set(row.assigned, TargetId::new),
                Attachment.of(row.attempted, row.uncertain),
                row.unconfirmed,
                retry(row.attempt, row.notBefore, row.failure, row.parkedAt, row.busy),
                Optional.ofNullable(row.since),
                new Forget(row.forget, row.forgetAnnounced, row.detached),
                new MountOptions(
                        Optional.ofNullable(row.mountFlags).map(List::of),
                        row.groupByAgent,
                        Optional.ofNullable(row.multiWriter),
                        row.attachedReadOnly));
    }

    private static Optional<MountReport> report(PublicationRow row) {
        return Optional.ofNullable(row.reported).map(bytes -> ColumnCodec.read(MountReport.parser(), bytes));
    }

    public static void write(VolumeName volume, Publication publication, PublicationRow row) {
        row.volume = volume.value();
        row.node = publication.node().value();
        row.state = publication.state().name();
        row.csiNodeId = publication.csiNodeId();
        row.publishContext = VolumeColumns.map(publication.publishContext());
        row.generation = publication.generation();
        row.assigned = sorted(publication.assigned());
        row.attempted = publication.attempted();
        row.uncertain = publication.uncertain();
        row.unconfirmed = publication.unconfirmed();
        row.attempt = publication.retry().attempt();
        row.notBefore = publication.retry().notBefore().orElse(null);
        row.failure = publication.retry().failure();
        row.parkedAt = boxed(publication.retry().rejectedBy());
        row.busy = publication.retry().busy();
        row.since = publication.since().orElse(null);
        row.forget = publication.forget().command();
        row.forgetAnnounced = publication.forget().announced();
        row.detached = publication.forget().detached();
        row.mountFlags = publication
                .options()
                .flags()
                .map(flags -> flags.toArray(String[]::new))
                .orElse(null);
        row.groupByAgent = publication.options().groupByAgent();
        row.multiWriter = publication.options().multiWriter().orElse(null);
        row.attachedReadOnly = publication.options().readOnly();
        row.lostGeneration = publication.mounts().lostGeneration();
        row.reported =
                publication.mounts().reported().map(MountReport::toByteArray).orElse(null);
    }

    public static Claim claim(ClaimRow row) {
        return new Claim(
                new TaskName(row.task),
                row.target,
                row.source,
                Optional.of(row.volume).filter(name -> !name.isEmpty()).map(VolumeName::new),
                row.nodeName(),
                new TargetId(row.targetId),
                row.readOnly,
                List.of(row.mountFlags),
                UnreadableRowException.constant(Claim.State.class, "claim.state", row.state),
                row.requestedAt,
                row.droppedGeneration,
                Obstacle.of(Obstacle.Reason.of(row.reason), row.message),
                set(row.awaits, VolumeName::new),
                row.path);
    }

    public static void write(Claim claim, ClaimRow row) {
        row.task = claim.task().value();
        row.target = claim.target();
        row.volume = claim.volume().map(VolumeName::value).orElse("");
        row.source = claim.source();
        row.node = claim.node().value();
        row.targetId = claim.targetId().value();
        row.readOnly = claim.readOnly();
        row.mountFlags = claim.flags().toArray(String[]::new);
        row.state = claim.state().name();
        row.requestedAt = claim.requestedAt();
        row.droppedGeneration = claim.droppedGeneration();
        row.reason = claim.obstacle().map(it -> it.reason().word()).orElse("");
        row.message = claim.message();
        row.awaits = sorted(claim.awaits());
        row.path = claim.path();
    }

    private static String[] sorted(Set<? extends Identifier<?>> ids) {
        return ids.stream().map(Identifier::value).sorted().toArray(String[]::new);
    }

    private static <I> Set<I> set(String[] column, Function<String, I> id) {
        return Arrays.stream(column).map(id).collect(Collectors.toUnmodifiableSet());
    }

    private static Retry retry(
            int attempt, @Nullable Instant notBefore, String failure, @Nullable Long rejectedBy, boolean busy) {
        return new Retry(
                attempt,
                Optional.ofNullable(notBefore),
                failure,
                rejectedBy == null ? OptionalLong.empty() : OptionalLong.of(rejectedBy),
                busy);
    }

    private static @Nullable Long boxed(OptionalLong value) {
        return value.isPresent() ? value.getAsLong() : null;
    }
}
