package io.hawser.deallocator.api;

import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.Map;
import org.jboss.resteasy.reactive.server.ServerExceptionMapper;

/** Errors that say what is wrong, as JSON. */
public class ErrorBodies {
    @ServerExceptionMapper
    public Response notFound(NotFoundException notFound) {
        return Response.status(Response.Status.NOT_FOUND)
                .type(MediaType.APPLICATION_JSON_TYPE)
                .entity(Map.of("error", notFound.getMessage()))
                .build();
    }
}
