// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

import {EscrowRegistry} from "../contracts/EscrowRegistry.sol";
import {TestAuthorizedToken} from "../contracts/devnet/TestAuthorizedToken.sol";
import {EscrowTerms} from "../contracts/EscrowTypes.sol";
import {IEscrowRegistry} from "../contracts/IEscrowRegistry.sol";
import {Wallet1271} from "./support/Accounts.sol";
import {SignedCalls} from "./support/SignedCalls.sol";

/// @dev A signature is valid on one chain and for one contract. If the registry accepted signatures without the EIP-712
///      domain, or of another domain, they could be replayed on other chains and at other registries.
contract DomainsTest is SignedCalls {
    bytes32 private constant DOMAIN_TYPEHASH =
        keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)");

    function test_attack_foreignDomain_createEscrowSigned() public {
        _refusesForeignDomains(Kind.CreateEscrowSigned);
    }

    function test_attack_foreignDomain_createEscrowPermit() public {
        _refusesForeignDomains(Kind.CreateEscrowPermit);
    }

    function test_attack_foreignDomain_createEscrowSignedBatch() public {
        _refusesForeignDomains(Kind.CreateEscrowSignedBatch);
    }

    function test_attack_foreignDomain_claimTo() public {
        _refusesForeignDomains(Kind.ClaimTo);
    }

    function test_attack_foreignDomain_claimHop() public {
        _refusesForeignDomains(Kind.ClaimHop);
    }

    function test_attack_foreignDomain_cancelTo() public {
        _refusesForeignDomains(Kind.CancelTo);
    }

    function test_attack_foreignDomain_cancelWithConsent() public {
        _refusesForeignDomains(Kind.CancelWithConsent);
    }

    function test_attack_foreignDomain_sweepTo() public {
        _refusesForeignDomains(Kind.SweepTo);
    }

    /// @dev The devnet's token checks EIP-3009 signatures as USDC does. A signature that it refuses funds nothing.
    function test_attack_foreignDomain_createEscrowAuthorized() public {
        TestAuthorizedToken coin = new TestAuthorizedToken("USD Coin", "USDC", 6);
        bytes32 other = new TestAuthorizedToken("USD Coin", "USDC", 6).DOMAIN_SEPARATOR();
        EscrowTerms memory terms = _termsIn(address(coin));
        bytes32 typeHash = keccak256(
            "TransferWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)"
        );
        bytes32 structHash = keccak256(
            abi.encode(typeHash, CREATOR, registry.vaultAddress(terms), terms.amount, 0, NOW + HOUR, bytes32("a nonce"))
        );
        bytes32[3] memory digests = [
            structHash,
            _digestIn(_domain("USD Coin", "1", block.chainid + 1, address(coin)), structHash),
            _digestIn(other, structHash)
        ];
        IEscrowRegistry.Authorization memory given =
            IEscrowRegistry.Authorization(0, NOW + HOUR, bytes32("a nonce"), "");
        for (uint256 i = 0; i < digests.length; ++i) {
            given.signature = _signDigest(CREATOR_KEY, digests[i]);
            vm.expectRevert(abi.encodeWithSelector(IEscrowRegistry.Underfunded.selector, 0, AMOUNT));
            registry.createEscrowAuthorized(terms, given);
        }
        given.signature = _signDigest(CREATOR_KEY, _digestIn(coin.DOMAIN_SEPARATOR(), structHash));
        vm.assertTrue(_isVault(registry.createEscrowAuthorized(terms, given)), "created");
    }

    /// @dev Signs for foreign domains by a key, in both lengths of signature, and by a contract wallet, which is asked
    ///      about the digest.
    function _refusesForeignDomains(Kind kind) private {
        uint256 start = vm.snapshotState();
        _refusesForeignDomains(_ready(kind, RECIPIENT));
        vm.revertToState(start);
        _refusesForeignDomains(_ready(kind, address(new Wallet1271(RECIPIENT))));
    }

    function _refusesForeignDomains(SignedCall memory one) private {
        _assertForgery(one, one.structHash, "the bare struct hash");
        _assertForgery(one, _digestIn(0, one.structHash), "an empty domain");
        bytes32 there = _domain("EscrowRegistry", "1", block.chainid + 1, address(registry));
        _assertForgery(one, _digestIn(there, one.structHash), "another chain");
        bytes32 twin = new EscrowRegistry().domainSeparator();
        _assertForgery(one, _digestIn(twin, one.structHash), "another registry");
        bytes32 next = _domain("EscrowRegistry", "2", block.chainid, address(registry));
        _assertForgery(one, _digestIn(next, one.structHash), "another version");
        bytes32 token_ = _domain("USD Coin", "1", block.chainid, address(registry));
        _assertForgery(one, _digestIn(token_, one.structHash), "another name");
        _assertAccepted(one, _sign(RECIPIENT_KEY, one.structHash), "its own domain");
    }

    function _assertForgery(SignedCall memory one, bytes32 digest, string memory why) private {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(RECIPIENT_KEY, digest);
        _assertRefused(one, abi.encodePacked(r, s, v), IEscrowRegistry.InvalidSignature.selector, why);
        bytes memory short = abi.encodePacked(r, bytes32(uint256(s) | (uint256(v - 27) << 255)));
        _assertRefused(one, short, IEscrowRegistry.InvalidSignature.selector, why);
    }

    function _domain(string memory name, string memory version, uint256 chainId, address at)
        private
        pure
        returns (bytes32)
    {
        return keccak256(
            abi.encode(DOMAIN_TYPEHASH, keccak256(bytes(name)), keccak256(bytes(version)), chainId, at)
        );
    }
}
