/** Files below the root: mount records, and the revisions that are taken. */
@NullMarked
package io.hawser.node.record.files;

import org.jspecify.annotations.NullMarked;
