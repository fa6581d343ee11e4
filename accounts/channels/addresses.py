"""Which addresses of the internet are public: nothing of ours, of our neighbours or of anybody's house.

The lists are those of IANA's registries of special addresses, written out: what Python knows depends on its age.
"""

from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address

NOT_A_PLACE_4 = tuple(
    map(
        IPv4Network,
        (
            *("0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12"),
            *("192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15"),
            *("198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4"),
        ),
    )
)
UNICAST_6 = IPv6Network("2000::/3")
# Within it: tunnels and identifiers (Teredo among them), documentation, 6to4.
NOT_A_PLACE_6 = tuple(map(IPv6Network, ("2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20")))
NAT64 = IPv6Network("64:ff9b::/96")


def is_public(text: str) -> bool:
    """Whether this is an address that anybody may be asked at; False for what is no address."""
    try:
        address = ip_address(text)
    except ValueError:
        return False
    if isinstance(address, IPv6Address):
        inner = _inner(address)
        return _is_public_6(address) if inner is None else _is_public_4(inner)
    return _is_public_4(address)


def _is_public_4(address: IPv4Address) -> bool:
    return not any(address in network for network in NOT_A_PLACE_4)


def _is_public_6(address: IPv6Address) -> bool:
    return address in UNICAST_6 and not any(address in network for network in NOT_A_PLACE_6)


def _inner(address: IPv6Address) -> IPv4Address | None:
    """The IPv4 address that is meant by this one, if it is one in disguise."""
    if address in NAT64:
        return IPv4Address(int(address) & 0xFFFF_FFFF)
    return address.ipv4_mapped
