/**
 * Shared parts of the services' REST pages for people and tools: lists in pages, and errors with messages. Uses HTTP
 * and JSON, no database and no domain.
 */
@NullMarked
package io.hawser.rest;

import org.jspecify.annotations.NullMarked;
