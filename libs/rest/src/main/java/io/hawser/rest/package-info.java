/**
 * What the services' REST pages for people and tools share: lists that come page by page, and errors that say what is
 * wrong. Knows HTTP and JSON, no database and no domain.
 */
package io.hawser.rest;
