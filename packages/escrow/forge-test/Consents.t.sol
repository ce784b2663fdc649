// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

import {EscrowTerms} from "../contracts/EscrowTypes.sol";
import {EscrowVault} from "../contracts/EscrowVault.sol";
import {IEscrowRegistry} from "../contracts/IEscrowRegistry.sol";
import {Wallet1271} from "./support/Accounts.sol";
import {EscrowTest} from "./support/EscrowTest.sol";
import {VaultCalls} from "./support/VaultCalls.sol";

/// @dev Every signature that a party can give about an existing escrow, in each form: by a contract wallet (ERC-1271),
///      short (EIP-2098), and wrapped for a wallet that is not deployed yet (ERC-6492). The wrapped form is refused.
contract ConsentsTest is EscrowTest {
    using VaultCalls for EscrowVault;

    enum Kind {
        ClaimTo,
        ClaimHop,
        CancelWithConsent,
        CancelTo,
        SweepTo
    }

    bytes32 private constant SWEEP_TO_TYPEHASH =
        keccak256("SweepTo(address vault,address token,address to,uint256 deadline)");
    bytes32 private constant ERC6492_MAGIC = 0x6492649264926492649264926492649264926492649264926492649264926492;
    uint256 private constant DEADLINE = NOW + 2 * HOUR;

    function test_erc1271_claimTo() public {
        _byAWallet(Kind.ClaimTo);
    }

    function test_erc1271_claimHop() public {
        _byAWallet(Kind.ClaimHop);
    }

    function test_erc1271_cancelWithConsent() public {
        _byAWallet(Kind.CancelWithConsent);
    }

    function test_erc1271_cancelTo() public {
        _byAWallet(Kind.CancelTo);
    }

    function test_erc1271_sweepTo() public {
        _byAWallet(Kind.SweepTo);
    }

    function test_eip2098_claimTo() public {
        _byAShortSignature(Kind.ClaimTo);
    }

    function test_eip2098_claimHop() public {
        _byAShortSignature(Kind.ClaimHop);
    }

    function test_eip2098_cancelWithConsent() public {
        _byAShortSignature(Kind.CancelWithConsent);
    }

    function test_eip2098_cancelTo() public {
        _byAShortSignature(Kind.CancelTo);
    }

    function test_eip2098_sweepTo() public {
        _byAShortSignature(Kind.SweepTo);
    }

    function test_refused_erc6492_claimTo() public {
        _refusesAWrappedSignature(Kind.ClaimTo);
    }

    function test_refused_erc6492_claimHop() public {
        _refusesAWrappedSignature(Kind.ClaimHop);
    }

    function test_refused_erc6492_cancelWithConsent() public {
        _refusesAWrappedSignature(Kind.CancelWithConsent);
    }

    function test_refused_erc6492_cancelTo() public {
        _refusesAWrappedSignature(Kind.CancelTo);
    }

    function test_refused_erc6492_sweepTo() public {
        _refusesAWrappedSignature(Kind.SweepTo);
    }

    /// @dev A contract wallet's signature is valid when its owner made it, and invalid when somebody else did.
    function _byAWallet(Kind kind) private {
        EscrowVault vault = _ready(kind, address(new Wallet1271(RECIPIENT)));
        bytes memory signature = _sign(RECIPIENT_KEY, _hash(kind, vault));
        bytes memory foreign = _sign(STRANGER_KEY, _hash(kind, vault));
        vm.expectRevert(IEscrowRegistry.InvalidSignature.selector);
        _use(kind, vault, foreign);
        _use(kind, vault, signature);
    }

    /// @dev A short signature has 64 bytes. With the other parity bit it would be somebody else's.
    function _byAShortSignature(Kind kind) private {
        EscrowVault vault = _ready(kind, RECIPIENT);
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(RECIPIENT_KEY, _digest(_hash(kind, vault)));
        uint256 parity = uint256(v - 27) << 255;
        bytes memory other = abi.encodePacked(r, bytes32(uint256(s) | (parity ^ (1 << 255))));
        bytes memory short = abi.encodePacked(r, bytes32(uint256(s) | parity));
        vm.expectRevert(IEscrowRegistry.InvalidSignature.selector);
        _use(kind, vault, other);
        _use(kind, vault, short);
    }

    /// @dev The call that a wrapped signature names is never made, whether the wallet is deployed or not. Once the
    ///      wallet is deployed, the signature inside the wrapping is valid by itself.
    function _refusesAWrappedSignature(Kind kind) private {
        address wallet = address(uint160(uint256(keccak256("a wallet to come"))));
        EscrowVault vault = _ready(kind, wallet);
        bytes memory inner = _sign(RECIPIENT_KEY, _hash(kind, vault));
        bytes memory deployment = abi.encodeCall(token.mint, (STRANGER, 1));
        bytes memory wrapped = abi.encodePacked(abi.encode(address(token), deployment, inner), ERC6492_MAGIC);
        vm.expectRevert(IEscrowRegistry.InvalidSignature.selector);
        _use(kind, vault, wrapped);
        vm.etch(wallet, address(new Wallet1271(RECIPIENT)).code);
        vm.expectRevert(IEscrowRegistry.InvalidSignature.selector);
        _use(kind, vault, wrapped);
        vm.assertEq(_balance(STRANGER), 0, "nothing was called");
        _use(kind, vault, inner);
    }

    /// @dev Opens a vault in which `signer` is the party whose consent is needed, at a time at which that party may
    ///      consent.
    function _ready(Kind kind, address signer) private returns (EscrowVault vault) {
        EscrowTerms memory terms = kind == Kind.ClaimHop ? _hopTerms() : _terms();
        bool isByCreator = kind == Kind.CancelTo || kind == Kind.SweepTo;
        if (isByCreator) {
            (terms.creator, terms.recipient) = (signer, STRANGER);
            token.mint(signer, AMOUNT);
        } else {
            terms.recipient = signer;
        }
        vault = _open(terms);
        if (isByCreator) vm.warp(NOW + HOUR);
        if (kind != Kind.SweepTo) return vault;
        vault.cancel();
        token.mint(address(vault), 1);
    }

    function _hash(Kind kind, EscrowVault vault) private view returns (bytes32) {
        if (kind == Kind.ClaimTo) return _payeeHash(CLAIM_TO_TYPEHASH, vault, ELSEWHERE, DEADLINE);
        if (kind == Kind.ClaimHop) return _hopHash(vault, _route());
        if (kind == Kind.CancelWithConsent) return _consentHash(vault, DEADLINE);
        if (kind == Kind.CancelTo) return _payeeHash(CANCEL_TO_TYPEHASH, vault, ELSEWHERE, DEADLINE);
        return keccak256(abi.encode(SWEEP_TO_TYPEHASH, address(vault), address(token), ELSEWHERE, DEADLINE));
    }

    function _use(Kind kind, EscrowVault vault, bytes memory signature) private {
        if (kind == Kind.ClaimTo) vault.claimTo(SECRET, ELSEWHERE, DEADLINE, signature);
        if (kind == Kind.ClaimHop) vault.claimHop(SECRET, _route(), signature);
        if (kind == Kind.CancelWithConsent) vault.cancelWithConsent(DEADLINE, signature);
        if (kind == Kind.CancelTo) vault.cancelTo(ELSEWHERE, DEADLINE, signature);
        if (kind == Kind.SweepTo) vault.sweepTo(address(token), ELSEWHERE, DEADLINE, signature);
    }
}
