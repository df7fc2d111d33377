package io.hawser.rest;

import jakarta.ws.rs.BadRequestException;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ResourceInfo;
import java.util.List;
import java.util.Set;
import org.jboss.resteasy.reactive.server.ServerRequestFilter;

/**
 * Refuses a request with a parameter that its endpoint does not take: a mistyped one would select everything. Refuses
 * NUL in a path, too: no column of the database can hold it.
 */
public class KnownParameters {
    @ServerRequestFilter
    public void check(ContainerRequestContext request, ResourceInfo resource) {
        request.getUriInfo().getPathParameters().forEach((name, values) -> {
            if (values.stream().anyMatch(value -> value.indexOf('\0') >= 0)) {
                throw new BadRequestException(name + ": must not have the character NUL");
            }
        });
        Set<String> named = request.getUriInfo().getQueryParameters().keySet();
        if (named.isEmpty()) {
            return;
        }
        List<String> known = Endpoint.query(resource.getResourceMethod());
        named.stream()
                .filter(name -> !known.contains(name))
                .sorted()
                .findFirst()
                .ifPresent(name -> {
                    throw new BadRequestException(name + ": there is no such parameter here"
                            + (known.isEmpty() ? "" : "; there are " + String.join(", ", known)));
                });
    }
}
