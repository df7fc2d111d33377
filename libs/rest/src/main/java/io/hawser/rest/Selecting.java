package io.hawser.rest;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ResourceInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jboss.resteasy.reactive.server.ServerRequestFilter;
import org.jboss.resteasy.reactive.server.ServerResponseFilter;

/**
 * Leaves out of every list what the request did not select. A page that was read is made smaller, so an empty page may
 * be followed by others.
 */
public class Selecting {
    private static final String PROPERTY = Selector.class.getName();

    private final ObjectMapper json;

    public Selecting(ObjectMapper json) {
        this.json = json;
    }

    @ServerRequestFilter
    public void read(ContainerRequestContext request, ResourceInfo resource) {
        var query = request.getUriInfo().getQueryParameters();
        Selector selector = Selector.of(
                Optional.ofNullable(query.getFirst(Selector.FIELDS)),
                Optional.ofNullable(query.getFirst(Selector.LABELS)));
        if (!selector.equals(Selector.ALL)) {
            Schemas schemas = new Schemas();
            schemas.item(resource.getResourceMethod().getGenericReturnType())
                    .ifPresent(item -> new Fields(schemas, item).check(selector));
            request.setProperty(PROPERTY, selector);
        }
    }

    @ServerResponseFilter
    public void select(ContainerRequestContext request, ContainerResponseContext response)
            throws JsonProcessingException {
        if (request.getProperty(PROPERTY) instanceof Selector selector
                && response.getEntity() instanceof Page<?> page) {
            List<Object> selected = new ArrayList<>();
            for (Object item : page.items()) {
                if (selector.matches(json.readTree(json.writeValueAsString(item)))) {
                    selected.add(item);
                }
            }
            response.setEntity(new Page<>(selected, page.next()));
        }
    }
}
