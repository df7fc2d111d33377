/** What conformance says in the end: the table, the line of JSON, and whether it is good enough. */
package io.hawser.conformance.report;
