/** What the manifests in {@code deploy} say, held against the services. */
package io.hawser.deploy;
