package io.hawser.csi.wiring;

import io.hawser.csi.AllowedEndpoints;
import io.hawser.csi.CsiClient;
import io.hawser.csi.Network;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.Startup;
import io.quarkus.tls.TlsConfigurationRegistry;
import io.vertx.core.Vertx;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.inject.Disposes;
import jakarta.inject.Singleton;
import java.util.List;

/**
 * The client of a service that calls plugins on other machines, too. Only a service with
 * {@code quarkus.index-dependency.csi-client} has these beans.
 */
@Dependent
class NetworkBeans {
    /** How plugins on other machines are reached; their certificates' files are read again when they change. */
    @Singleton
    @Startup
    static Network network(NetworkConfig config, TlsConfigurationRegistry tls, Vertx vertx, AllowedEndpoints allowed) {
        return Network.configured(
                name -> ConfiguredCertificates.named(name, tls, vertx),
                config.addresses().orElse(List.of()),
                allowed);
    }

    @Singleton
    static CsiClient csiClient(MeterRegistry metrics, Network network) {
        return CsiClient.create(metrics, network);
    }

    static void close(@Disposes CsiClient client) {
        client.close();
    }
}
