package io.hawser.rest;

import io.quarkus.arc.Arc;
import io.quarkus.arc.InjectableBean;
import jakarta.enterprise.inject.Any;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** What a service answers: an index for people, and the same as an OpenAPI document. */
@Path("/")
@Produces(MediaType.APPLICATION_JSON)
public class IndexResource {
    private final String service;
    private final String version;

    public IndexResource(
            @ConfigProperty(name = "quarkus.application.name") String service,
            @ConfigProperty(name = "quarkus.application.version") String version) {
        this.service = service;
        this.version = version;
    }

    /** @param openapi the same for machines */
    public record Index(
            String service, String version, List<Entry> endpoints, String openapi, String health, String metrics) {}

    public record Entry(String method, String path, List<String> query, String about) {}

    /** The first page that somebody looks at. */
    @GET
    public Index root() throws IOException {
        return index();
    }

    /** The same. */
    @GET
    @Path("v1")
    public Index index() throws IOException {
        Map<String, Example> examples = Example.all(Thread.currentThread().getContextClassLoader());
        return new Index(
                service,
                version,
                endpoints().stream()
                        .map(endpoint -> new Entry(
                                endpoint.method(), endpoint.path(), endpoint.query(), about(examples, endpoint)))
                        .toList(),
                "/v1/openapi",
                "/q/health/ready",
                "/q/metrics");
    }

    /** For programs that generate clients or pages. */
    @GET
    @Path("v1/openapi")
    public Map<String, Object> openApi() throws IOException {
        return OpenApi.document(
                service,
                version,
                endpoints(),
                Example.all(Thread.currentThread().getContextClassLoader()));
    }

    private static String about(Map<String, Example> examples, Endpoint endpoint) {
        Example example = examples.get(endpoint.method() + " " + endpoint.path());
        return example == null ? "" : example.about();
    }

    private static List<Endpoint> endpoints() {
        return Endpoint.of(Arc.container().beanManager().getBeans(Object.class, Any.Literal.INSTANCE).stream()
                .map(bean -> ((InjectableBean<?>) bean).getBeanClass())
                .filter(type -> type.isAnnotationPresent(Path.class))
                .distinct()
                .map(type -> type));
    }
}
