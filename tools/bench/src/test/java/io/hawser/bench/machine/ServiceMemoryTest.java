package io.hawser.bench.machine;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ServiceMemoryTest {
    @Test
    void theHeapIsTheSumOfItsPools() {
        String metrics = """
                # TYPE jvm_memory_used_bytes gauge
                jvm_memory_used_bytes{area="heap",id="Eden Space"} 1.5E6
                jvm_memory_used_bytes{area="nonheap",id="Metaspace"} 9.0E7
                jvm_memory_used_bytes{area="heap",id="Tenured Gen"} 2500000.0
                jvm_gc_live_data_size_bytes 123.0
                """;

        assertThat(ServiceMemory.sum(metrics, ServiceMemory.HEAP)).isEqualTo(4_000_000);
        assertThat(ServiceMemory.sum(metrics, ServiceMemory.LIVE)).isEqualTo(123);
    }
}
