package io.hawser.deallocator.inventory.db;

import io.hawser.deallocator.inventory.Service;
import jakarta.persistence.Column;
import jakarta.persistence.Embedded;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.util.Arrays;
import java.util.Set;

@Entity
@Table(name = "service")
public class ServiceRow {
    @Id
    private String name;

    @Column(nullable = false)
    private String[] networks;

    @Column(name = "own_volumes", nullable = false)
    private String[] ownVolumes;

    @Embedded
    private DeletionColumns deletion;

    @Column(nullable = false)
    private String origin;

    protected ServiceRow() {}

    @SuppressWarnings("NullAway.Init") // The rest is set below.
    ServiceRow(Service service) {
        deletion = new DeletionColumns();
        name = service.name();
        set(service);
    }

    void set(Service service) {
        networks = sorted(service.networks());
        ownVolumes = sorted(service.ownVolumes());
        deletion.set(service.deletion());
        origin = service.origin();
    }

    public String name() {
        return name;
    }

    public DeletionColumns deletion() {
        return deletion;
    }

    public Service toDomain() {
        return new Service(
                name,
                Set.copyOf(Arrays.asList(networks)),
                Set.copyOf(Arrays.asList(ownVolumes)),
                deletion.toDomain(),
                origin);
    }

    private static String[] sorted(Set<String> names) {
        return names.stream().sorted().toArray(String[]::new);
    }
}
