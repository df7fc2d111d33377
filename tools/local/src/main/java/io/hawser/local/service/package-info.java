/** The programs that run on one machine, with their settings and addresses. */
@NullMarked
package io.hawser.local.service;

import org.jspecify.annotations.NullMarked;
