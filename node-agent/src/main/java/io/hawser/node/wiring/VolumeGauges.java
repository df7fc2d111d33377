package io.hawser.node.wiring;

import io.hawser.node.layout.VolumeKey;
import io.hawser.node.mount.VolumeStats;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** Metrics of each volume that is in use on this node, as its plugin reported them last. */
final class VolumeGauges {
    private final MeterRegistry metrics;
    private final Map<VolumeKey, Volume> volumes = new HashMap<>();

    private record Volume(AtomicReference<VolumeStats> last, List<Meter> meters) {}

    VolumeGauges(MeterRegistry metrics) {
        this.metrics = metrics;
    }

    /** @param stats empty: the volume is not in use any more */
    synchronized void measured(VolumeKey key, String plugin, Optional<VolumeStats> stats) {
        if (stats.isPresent() && volumes.containsKey(key)) {
            volumes.get(key).last().set(stats.get());
        } else if (stats.isPresent()) {
            volumes.put(key, register(key, plugin, stats.get()));
        } else {
            Optional.ofNullable(volumes.remove(key))
                    .ifPresent(gone -> gone.meters().forEach(metrics::remove));
        }
    }

    private Volume register(VolumeKey key, String plugin, VolumeStats first) {
        Volume volume = new Volume(new AtomicReference<>(first), new ArrayList<>());
        Tags tags = Tags.of("volume", key.volume(), "uid", key.uid(), "plugin", plugin);
        gauge("hawser_volume_capacity_bytes", volume, tags, value(VolumeStats::bytes, VolumeStats.Usage::total));
        gauge("hawser_volume_used_bytes", volume, tags, value(VolumeStats::bytes, VolumeStats.Usage::used));
        gauge("hawser_volume_available_bytes", volume, tags, value(VolumeStats::bytes, VolumeStats.Usage::available));
        gauge("hawser_volume_capacity_inodes", volume, tags, value(VolumeStats::inodes, VolumeStats.Usage::total));
        gauge("hawser_volume_used_inodes", volume, tags, value(VolumeStats::inodes, VolumeStats.Usage::used));
        gauge("hawser_volume_available_inodes", volume, tags, value(VolumeStats::inodes, VolumeStats.Usage::available));
        gauge("hawser_volume_abnormal", volume, tags, stats -> stats.abnormal().isPresent() ? 1 : 0);
        return volume;
    }

    /** What a plugin does not tell is no number. */
    private static ToDoubleFunction<VolumeStats> value(
            Function<VolumeStats, Optional<VolumeStats.Usage>> usage, ToDoubleFunction<VolumeStats.Usage> part) {
        return stats -> usage.apply(stats).map(part::applyAsDouble).orElse(Double.NaN);
    }

    private void gauge(String name, Volume volume, Tags tags, ToDoubleFunction<VolumeStats> value) {
        volume.meters()
                .add(Gauge.builder(name, volume.last(), last -> value.applyAsDouble(last.get()))
                        .tags(tags)
                        .register(metrics));
    }
}
